import fc from 'fast-check'
import { test } from 'vitest'
import { daysAfter } from './days.ts'
import { choosesUntil, lastChosenDay } from './visits.ts'

test('the money is refunded automatically the day after the choice ends, and not before', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: -60, max: 60 }), (start, later) => {
      const onDay = daysAfter('2026-01-01', start)
      const today = daysAfter(onDay, later)
      return onDay <= lastChosenDay(today) === today > choosesUntil(onDay)
    }),
  )
})
