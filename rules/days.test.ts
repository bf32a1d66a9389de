import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { daysAfter, daysUntil } from './days.ts'

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))

test('days are counted as the calendar counts them, across leap days and years', () => {
  expect(daysAfter('2024-02-28', 2)).toBe('2024-03-01')
  expect(daysAfter('2026-01-01', -1)).toBe('2025-12-31')
  fc.assert(
    fc.property(day, fc.integer({ min: -4000, max: 4000 }), (from, days) => {
      const to = daysAfter(from, days)
      expect(to).toBe(Temporal.PlainDate.from(from).add({ days }).toString())
      expect(daysUntil(from, to)).toBe(days)
    }),
  )
})
test('what is no day is refused', () => {
  expect(() => daysAfter('', 1)).toThrow(RangeError)
  expect(() => daysAfter('2026-13-01', 1)).toThrow(RangeError)
})
