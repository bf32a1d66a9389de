import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantIn } from './calendar.ts'
import { missingTexts, wrongPlaceholders } from './notices.ts'
import {
  fillPlaceholders,
  hasPlaceholders,
  placeholders,
  placeholderTexts,
  type ReaderFacts,
  unknownPlaceholders,
} from './placeholders.ts'

const school = { name: 'Lakeside', nativeName: '湖畔', currency: 'USD' }
const facts: ReaderFacts = {
  name: 'Ann Wang',
  nativeName: '王安',
  students: [
    { name: 'Mia', nativeName: '美雅' },
    { name: 'Leo', nativeName: '' },
  ],
  classes: [{ name: 'Grade 1', nativeName: '一年级' }],
  balanceCents: 12_350,
  dueOn: '2026-11-28',
}

describe('placeholders', () => {
  test('each reader sees their own facts, in the language of the text', () => {
    const english = placeholderTexts(facts, school, 'en')
    expect(fillPlaceholders('{name}: {student} in {class} at {school}, {balance} by {dueOn}', english)).toBe(
      'Ann Wang: Mia and Leo in Grade 1 at Lakeside, $123.50 by November 28, 2026',
    )
    expect(
      fillPlaceholders('{name}：{student}，{class}，{balance}，{dueOn}', placeholderTexts(facts, school, 'zh')),
    ).toBe('王安：美雅和Leo，一年级，$123.50，2026年11月28日')
  })

  test('a missing fact is shown as a dash, and credit isn’t shown as debt', () => {
    const none = { ...facts, students: [], classes: [], balanceCents: -500, dueOn: null }
    expect(placeholderTexts(none, school, 'en')).toMatchObject({
      student: '–',
      class: '–',
      balance: '$0.00',
      dueOn: '–',
    })
  })

  test('an unknown placeholder is reported once and left as it is', () => {
    expect(unknownPlaceholders('{name} {nmae} {} { name } {nmae} {x')).toEqual(['nmae', '', ' name '])
    expect(fillPlaceholders('{nmae}', placeholderTexts(facts, school, 'en'))).toBe('{nmae}')
  })

  test('a text without braces stays as it is, and filling leaves no placeholders', () => {
    const texts = placeholderTexts(facts, school, 'en')
    fc.assert(
      fc.property(fc.string(), text => {
        const plain = text.replaceAll(/[{}]/g, '')
        expect(fillPlaceholders(plain, texts)).toBe(plain)
        expect(unknownPlaceholders(plain)).toEqual([])
      }),
    )
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...placeholders)), words => {
        const text = words.map(word => `{${word}}`).join(' ')
        expect(hasPlaceholders(text)).toBe(words.length > 0)
        expect(hasPlaceholders(fillPlaceholders(text, texts))).toBe(false)
      }),
    )
  })
})

test('a school’s local time converts to the right instant in summer and winter', () => {
  expect(instantIn('America/New_York', '2026-07-01', '09:00').toISOString()).toBe('2026-07-01T13:00:00.000Z')
  expect(instantIn('America/New_York', '2026-12-01', '09:00').toISOString()).toBe('2026-12-01T14:00:00.000Z')
})

test('a notice needs one complete language, and a second one must be finished if it is begun', () => {
  const blank = { subject: '', body: '', nativeSubject: '', nativeBody: '' }
  const missing = (texts: Partial<typeof blank>) => missingTexts({ ...blank, ...texts }).map(({ path }) => path)
  expect(missing({})).toEqual(['subject', 'body'])
  expect(missing({ subject: 'a', body: 'b' })).toEqual([])
  expect(missing({ nativeSubject: '甲', nativeBody: '乙' })).toEqual([])
  expect(missing({ subject: 'a', nativeBody: '乙' })).toEqual(['body', 'nativeSubject'])
  expect(wrongPlaceholders({ ...blank, body: '{x}', nativeBody: '{name}' })).toEqual([
    { path: 'body', message: 'placeholder' },
  ])
})
