import { expect, test } from 'vitest'
import { isOn, lastDayOf, plusDays, plusMonths, weeksOf } from './eventDays.ts'

test('days and months add up across the ends of months and years and clock changes', () => {
  expect(plusDays('2026-10-31', 1)).toBe('2026-11-01')
  expect(plusDays('2026-11-01', 1)).toBe('2026-11-02')
  expect(plusDays('2027-01-01', -1)).toBe('2026-12-31')
  expect(plusMonths('2026-12', 1)).toBe('2027-01')
  expect(plusMonths('2027-01', -1)).toBe('2026-12')
  expect(lastDayOf('2028-02')).toBe('2028-02-29')
})

test('a month’s weeks hold each of its days once, in order, starting on the country’s first weekday', () => {
  for (const first of [1, 7]) {
    const weeks = weeksOf('2026-11', first)
    expect(weeks.every(week => week.length === 7)).toBe(true)
    const days = weeks.flat().filter(day => day !== null)
    expect(days).toHaveLength(30)
    expect([days[0], days.at(-1)]).toEqual(['2026-11-01', '2026-11-30'])
  }
  // The first is a Sunday.
  expect(weeksOf('2026-11', 7)[0]![0]).toBe('2026-11-01')
  expect(weeksOf('2026-11', 1)[0]![6]).toBe('2026-11-01')
})

test('an event of several days is on each of them', () => {
  const trip = { startsOn: '2026-11-05', endsOn: '2026-11-07' }
  expect(['2026-11-04', '2026-11-05', '2026-11-07', '2026-11-08'].map(day => isOn(trip, day))).toEqual([
    false,
    true,
    true,
    false,
  ])
})
