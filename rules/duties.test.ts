import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dutyExempts } from '#contract/settings.plain.ts'
import { daysAfter } from './days.ts'
import { dutyReasonOf, dutyStanding, dutyYearOf, dutyYearsUntil } from './duties.ts'

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))

describe('duty years', () => {
  test('a year runs to the day before its anniversary', () => {
    expect(dutyYearOf('2026-08-01', '2026-07-31')).toBeNull()
    expect(dutyYearOf('2026-08-01', '2026-08-01')).toEqual({ from: '2026-08-01', to: '2027-07-31' })
    expect(dutyYearOf('2026-08-01', '2027-07-31')).toEqual({ from: '2026-08-01', to: '2027-07-31' })
    expect(dutyYearOf('2026-08-01', '2029-01-01')).toEqual({ from: '2028-08-01', to: '2029-07-31' })
  })
  test('a year that starts on February 29 starts on the 28th in other years', () => {
    expect(dutyYearOf('2024-02-29', '2025-02-27')).toEqual({ from: '2024-02-29', to: '2025-02-27' })
    expect(dutyYearOf('2024-02-29', '2025-02-28')).toEqual({ from: '2025-02-28', to: '2026-02-27' })
  })
  test('every day from the first lies in exactly one year, and the years leave no gaps', () => {
    fc.assert(
      fc.property(day, fc.nat(9000), (first, later) => {
        const asked = daysAfter(first, later)
        const years = dutyYearsUntil(first, asked)
        const own = dutyYearOf(first, asked)!
        const isUnbroken = years.every(
          (year, at) =>
            year.from <= year.to && (at === years.length - 1 || daysAfter(years[at + 1]!.to, 1) === year.from),
        )
        return (
          isUnbroken &&
          years.at(-1)!.from === first &&
          years[0]!.from === own.from &&
          years.filter(({ from, to }) => from <= asked && asked <= to).length === 1 &&
          own.from <= asked &&
          asked <= own.to
        )
      }),
    )
  })
})

describe('what a family owes', () => {
  const some = fc.subarray([...dutyExempts])
  test('the office’s exemption comes first, then the school’s exemptions in order', () => {
    expect(dutyReasonOf(['staff'], { isLetOff: true, is: ['staff'] })).toBe('office')
    expect(dutyReasonOf(['staff', 'officers'], { isLetOff: false, is: ['staff', 'officers'] })).toBe('officers')
    expect(dutyReasonOf(['staff'], { isLetOff: false, is: ['officers'] })).toBeNull()
  })
  test('a family is exempt exactly if the office exempts it or it belongs to an exempt group', () => {
    fc.assert(
      fc.property(some, some, fc.boolean(), (exempt, is, isLetOff) => {
        const reason = dutyReasonOf(exempt, { isLetOff, is })
        return (reason !== null) === (isLetOff || is.some(each => exempt.includes(each)))
      }),
    )
  })
  test('points owed are never negative, exempt families owe none, and working never adds any', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(2000), fc.nat(50), (points, worked, more) => {
        const now = dutyStanding(points, null, worked)
        const later = dutyStanding(points, null, worked + more)
        const free = dutyStanding(points, 'staff', worked)
        return (
          now.owed >= 0 &&
          now.owed <= points &&
          later.owed <= now.owed &&
          (now.owed === 0 || now.owed + worked === points) &&
          free.due === 0 &&
          free.owed === 0
        )
      }),
    )
  })
})
