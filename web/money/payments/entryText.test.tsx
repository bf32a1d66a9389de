// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { LedgerEntry } from '#contract/money/payments.ts'
import { messages as english } from '#web/money/payments/payments.en.ts'
import { messages as chinese } from '#web/money/payments/payments.zh.ts'
import { messages as base } from '#web/words/base.en.ts'
import { messages as chineseBase } from '#web/words/base.zh.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { useEntryText } from './entryText.ts'

const said = (locale: 'en' | 'zh', over: Partial<LedgerEntry> = {}, part: 'what' | 'more' = 'more'): string => {
  const entry = {
    kind: 'cancellation',
    chargeKind: 'tuition',
    student: 'Mia Wang',
    studentNativeName: '王美雅',
    description: 'Chinese 1A',
    nativeDescription: '中文一年级甲班',
    reference: '',
    cause: 'left',
    ...over,
  } as Partial<LedgerEntry> as LedgerEntry
  const Entry = () => useEntryText()(entry)[part]
  speak(locale, (locale === 'en' ? { ...base, ...english } : { ...chineseBase, ...chinese }) as Partial<Messages>)
  return renderToString(
    <LanguageProvider>
      <Entry />
    </LanguageProvider>,
  )
}

test('a payment names its payer in the reader’s language', () => {
  const paid = {
    kind: 'payment',
    method: 'check',
    description: 'Hao Wang',
    nativeDescription: '王浩',
    cause: null,
  } as const
  expect(said('en', { ...paid, reference: '1181' })).toBe('1181, Hao Wang')
  expect(said('zh', { ...paid, reference: '1181' })).toBe('1181，王浩')
  // A payer who isn't an adult of the family has one name.
  expect(said('zh', { ...paid, nativeDescription: '' })).toBe('Hao Wang')
})

test('the reason a charge was reversed is in the reader’s language or the office’s own words', () => {
  expect(said('en')).toBe('Mia Wang, withdrew from the class')
  expect(said('zh')).toBe('王美雅，退班')
  expect(said('zh', { cause: 'class-canceled', reference: '人数不足' })).toBe('王美雅，班级停开，人数不足')
  expect(said('zh', { cause: null, reference: '已有课本' })).toBe('王美雅，已有课本')
})

test('a late fee is named once, and a fee that has another name by both', () => {
  const late = { kind: 'charge', chargeKind: 'late', description: 'Late fee', nativeDescription: '滞纳金' } as const
  expect(said('en', late, 'what')).toBe('Late fee')
  expect(said('zh', late, 'what')).toBe('滞纳金')
  expect(said('en', { kind: 'charge' }, 'what')).toBe('Tuition, Chinese 1A')
})
