import { expect, test } from 'vitest'
import { placeholderTexts } from '#rules/placeholders.ts'
import { dateText, instantText, shortDayText, weekdayDateText } from './texts.ts'

test.each([
  ['en', '2026-11-22', 'Sunday, November 22'],
  ['en', '2028-02-06', 'Sunday, February 6, 2028'],
  ['zh', '2028-02-06', '2028年2月6日星期日'],
] as const)('a day in another year than the reference day shows its year (%s, %s)', (language, day, text) => {
  expect(weekdayDateText(language, { currency: 'USD' }, day, '2026-11-15')).toBe(text)
})

test.each([
  ['USD', 'September 5, 2026', '9/5'],
  ['GBP', '5 September 2026', '05/09'],
  ['EUR', '5 September 2026', '05/09'],
])('English emails of a school with the currency %s write %s', (currency, long, short) => {
  expect(dateText('en', { currency }, '2026-09-05')).toBe(long)
  expect(shortDayText('en', { currency }, '2026-09-05')).toBe(short)
  expect(weekdayDateText('en', { currency }, '2026-09-05').startsWith('Saturday')).toBe(true)
  const at = new Date('2026-09-05T12:00:00Z')
  expect(instantText('en', { currency, zone: 'UTC' }, at, 'numeric')).toContain(
    long.startsWith('5') ? '5 September' : 'September 5',
  )
  const facts = { name: 'Ann', nativeName: '', students: [], classes: [], balanceCents: 0, dueOn: '2026-09-05' }
  expect(placeholderTexts(facts, { name: 'School', nativeName: '', currency }, 'en').dueOn).toBe(long)
  expect(dateText('zh', { currency }, '2026-09-05')).toBe('2026年9月5日')
})
