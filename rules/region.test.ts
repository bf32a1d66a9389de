import { expect, test } from 'vitest'
import { dateOrderOf, paperOf } from './region.ts'

test.each([
  ['en', 'USD', 'month day year', 'LETTER'],
  ['zh', 'USD', 'year month day', 'LETTER'],
  ['en', 'GBP', 'day month year', 'A4'],
  ['en', 'TWD', 'year month day', 'A4'],
  ['en', 'MXN', 'day month year', 'LETTER'],
])('a reader of %s at a school that uses %s gets %s dates and %s paper', (language, currency, order, paper) => {
  expect(dateOrderOf(language, currency).join(' ')).toBe(order)
  expect(paperOf(currency)).toBe(paper)
})
