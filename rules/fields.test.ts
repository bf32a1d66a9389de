import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FieldKind, fieldKinds, type FieldOption, type FieldValue } from '#contract/people/forms.ts'
import { cleanValue, isBlank, valueProblem, valueText } from './fields.ts'

const options: FieldOption[] = ['red', 'green', 'blue'].map(key => ({
  key,
  label: key.toUpperCase(),
  nativeLabel: '',
  isArchived: key === 'blue',
}))
const anyValue = fc.oneof(
  fc.string(),
  fc.array(fc.constantFrom('red', 'green', 'blue', 'pink')),
  fc.constant(undefined),
)
const anyField = fc.record({
  kind: fc.constantFrom(...fieldKinds),
  isRequired: fc.boolean(),
  options: fc.constant(options),
})

test('cleaning a value twice changes nothing more, and doesn’t change whether it is valid', () => {
  fc.assert(
    fc.property(anyField, anyValue, (field, value) => {
      const clean = cleanValue(field, value)
      expect(cleanValue(field, clean)).toEqual(clean)
      expect(valueProblem(field, clean)).toBe(valueProblem(field, value))
    }),
  )
})

test('a blank answer is accepted exactly when none is required', () => {
  fc.assert(
    fc.property(anyField, field => {
      for (const nothing of [undefined, '', ' ', [] as string[]])
        expect(valueProblem(field, nothing) !== null).toBe(field.isRequired)
    }),
  )
})

test('a missing answer is to be typed or chosen, as its question asks', () => {
  const missing = (kind: FieldKind) => valueProblem({ kind, isRequired: true, options: [] }, '')
  const typed: FieldKind[] = ['text', 'long', 'day', 'number']
  expect(typed.map(missing)).toEqual(['empty', 'empty', 'empty', 'empty'])
  expect([missing('choice'), missing('yesno'), missing('several')]).toEqual(['choose', 'choose', 'required'])
})

test('every valid answer has a text in both languages', () => {
  fc.assert(
    fc.property(anyField, anyValue, (field, value) => {
      const clean = cleanValue(field, value)
      if (valueProblem(field, value) !== null || isBlank(clean)) return
      expect(valueText(field, clean, 'en')).not.toBe('')
      expect(valueText(field, clean, 'zh')).not.toBe('')
    }),
  )
})

test('an archived option stays valid for those who already chose it', () => {
  const field = { kind: 'choice' as const, isRequired: true, options }
  expect(valueProblem(field, 'blue')).toBe('choose')
  expect(valueProblem(field, 'blue', 'blue')).toBeNull()
})

test.each<[string, (typeof fieldKinds)[number], FieldValue, string | null]>([
  ['a day', 'day', '2026-02-28', null],
  ['a day that is none', 'day', '2026-02-30', 'day'],
  ['a number', 'number', '12,5', null],
  ['no number', 'number', 'twelve', 'number'],
  ['yes', 'yesno', 'yes', null],
  ['maybe', 'yesno', 'maybe', 'choose'],
  ['a long line', 'text', 'x'.repeat(201), 'long'],
  ['a long text', 'long', 'x'.repeat(201), null],
])('%s', (_name, kind, value, problem) => {
  expect(valueProblem({ kind, isRequired: true, options: [] }, value)).toBe(problem)
})
