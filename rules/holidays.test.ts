import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closedDays, sessionDays } from './calendar.ts'
import { holidaysOf } from './holidays.ts'

const closed = (onDay: string, reason = 'Winter break') => ({ onDay, reason, nativeReason: '' })
const shown = (closures: ReturnType<typeof closed>[], weekdays: number[]) =>
  holidaysOf(closures, weekdays).map(({ onDay, lastOn, reason }) => [onDay, lastOn, reason])

test('the lesson days of a holiday are one entry, and a day with lessons, another reason or weekday ends it', () => {
  const break2 = [closed('2026-12-27'), closed('2027-01-03')]
  expect(shown(break2, [7])).toEqual([['2026-12-27', '2027-01-03', 'Winter break']])
  // On Saturdays between them there are lessons.
  expect(shown(break2, [6, 7]).map(([, last]) => last)).toEqual(['', ''])
  expect(shown([...break2, closed('2027-01-17')], [7]).map(([, last]) => last)).toEqual(['2027-01-03', ''])
  expect(shown([...break2, closed('2027-01-10', 'Snow')], [7]).map(([, last]) => last)).toEqual(['2027-01-03', ''])
  // A day without lessons is in no plan, so that it stays by itself.
  expect(shown([closed('2026-12-26'), ...break2], [7]).map(([, last]) => last)).toEqual(['', '2027-01-03'])
})

test('the days are the same as before', () => {
  const days = sessionDays({ startsOn: '2026-12-20', endsOn: '2027-01-20', weekdays: [1, 2, 3, 4, 5, 6, 7] }, [])
  fc.assert(
    fc.property(
      fc.subarray(days),
      fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
      fc.func(fc.constantFrom('Snow', 'Break')),
      (some, weekdays, reasonOf) => {
        const closures = some.map(onDay => closed(onDay, reasonOf(onDay)))
        const again = holidaysOf(closures, weekdays).flatMap(({ reason, ...holiday }) =>
          closedDays(holiday, weekdays).map(onDay => closed(onDay, reason)),
        )
        expect(again).toEqual(closures)
      },
    ),
  )
})
