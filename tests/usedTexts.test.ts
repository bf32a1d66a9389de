import { expect, test } from 'vitest'
import { parseSync } from 'vite'
import { isUsed, usedTexts } from '../scripts/usedTexts.ts'

const used = (code: string, unknown: (call: string) => void = call => expect.unreachable(call)) =>
  usedTexts(parseSync('Any.tsx', code).program, code, unknown).toSorted()

test('a key is found with its group, however the translator is called', () => {
  expect(used("const t = useTranslations('cards'); t('why.late'); t('title')")).toEqual(['cards.title', 'cards.why'])
  expect(used("const t = useTranslations('cards.why'); t('late')")).toEqual(['cards.why'])
  expect(used("const t = useTranslations('cards'); t.rich('lead', {}); t.has('hint')")).toEqual([
    'cards.hint',
    'cards.lead',
  ])
  expect(used("useTranslations('cards')('title')")).toEqual(['cards.title'])
  expect(used("const t = useTranslations('cards'); t(isLate ? 'late' : ('early' as Key))")).toEqual([
    'cards.early',
    'cards.late',
  ])
  expect(used("const t = useTranslations('cards'); const all = { t: 1 }; all.t(key)")).toEqual([])
  expect(used("const Card = () => { const t = useTranslations('cards'); return <p title={t('title')} /> }")).toEqual([
    'cards.title',
  ])
})

test('a composed key is found by its beginning', () => {
  expect(used("const t = useTranslations('cards'); t(`why.${kind}`)")).toEqual(['cards.why'])
  expect(used("const t = useTranslations('cards'); t(`${kind}Title`)")).toEqual(['cards'])
  expect(used("const t = useTranslations('cards'); t(`ready${kind}`)")).toEqual(['cards.ready*'])
  expect(used("const t = useTranslations(`cards.${kind}`); t('title')")).toEqual(['cards'])
  expect(used("const t = useTranslations(`cards.why.${kind}`); t('title')")).toEqual(['cards.why'])
})

test('a key that can’t be determined counts as its whole group', () => {
  expect(used("const t = useTranslations('cards'); t(key)")).toEqual(['cards'])
  expect(used("const t = useTranslations('cards'); t(isLate ? 'late' : other)")).toEqual(['cards'])
  expect(used("const t = useTranslations('cards'); list(t)")).toEqual(['cards'])
  expect(used("const t = useTranslations('cards'); const all = { t }")).toEqual(['cards'])
  expect(used("const useWords = () => useTranslations('cards')")).toEqual(['cards'])
  expect(used("const { rich } = useTranslations('cards')")).toEqual(['cards'])
  expect(
    used(
      "const A = () => { const t = useTranslations('cards'); t('title') }; const B = () => { const t = useTranslations('visits'); t('lead') }",
    ),
  ).toEqual(['cards.lead', 'cards.title', 'visits.lead', 'visits.title'])
})

test('a call without a literal group is reported', () => {
  const calls: string[] = []
  expect(used('const t = useTranslations(group); t(key)', call => calls.push(call))).toEqual([])
  expect(used("const t = useTranslations(isLate ? 'cards' : 'visits'); t('title')", call => calls.push(call))).toEqual(
    [],
  )
  expect(calls).toEqual(['useTranslations(group)', "useTranslations(isLate ? 'cards' : 'visits')"])
})

test('a text counts as used through its group, its key or its beginning', () => {
  const some = new Set(['cards', 'visits.title', 'home.ready*'])
  expect(isUsed(some, 'cards', 'any')).toBe(true)
  expect([isUsed(some, 'visits', 'title'), isUsed(some, 'visits', 'lead')]).toEqual([true, false])
  expect([isUsed(some, 'home', 'readyText'), isUsed(some, 'home', 'text')]).toEqual([true, false])
})
