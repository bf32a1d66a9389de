import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  firstDayAfter,
  gradeFromCeds,
  gradeToCeds,
  joinName,
  lastDayBefore,
  periodOf,
  readPeriod,
  schoolYearOf,
} from './oneroster.ts'

test('a school year is named after the year it ends in', () => {
  expect(schoolYearOf('2026-09-13')).toBe(2027)
  expect(schoolYearOf('2027-01-10')).toBe(2027)
  expect(schoolYearOf('2027-06-30')).toBe(2027)
  expect(schoolYearOf('2027-07-01')).toBe(2028)
})

test('an exclusive end date and an inclusive last day are one day apart', () => {
  expect(firstDayAfter('2026-12-31')).toBe('2027-01-01')
  fc.assert(
    fc.property(fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }), date => {
      const day = date.toISOString().slice(0, 10)
      expect(lastDayBefore(firstDayAfter(day))).toBe(day)
    }),
  )
})

test('grades map to CEDS codes where CEDS has one', () => {
  expect(
    ['K', 'kindergarten', 'Pre-K', '1', '3rd', 'Grade 10', '13', '0', '14', '二年级', ''].map(gradeToCeds),
  ).toEqual(['KG', 'KG', 'PK', '01', '03', '10', '13', '', '', '', ''])
  for (const grade of ['K', 'Pre-K', 'Preschool', ...Array.from({ length: 13 }, (_, n) => String(n + 1))])
    expect(gradeFromCeds(gradeToCeds(grade))).toBe(grade)
  expect(gradeFromCeds('Advanced')).toBe('Advanced')
})

test('names are joined as their script requires', () => {
  expect(joinName('Xiaoming', '', 'Wang')).toBe('Xiaoming Wang')
  expect(joinName('Anna', 'Maria', 'Rossi')).toBe('Anna Maria Rossi')
  expect(joinName('小明', '', '王')).toBe('王小明')
  expect(joinName('Madonna', '', '-')).toBe('Madonna')
  expect(joinName('小明', '', 'Wang')).toBe('小明 Wang')
})

test('a written period reads back the same', () => {
  const time = fc.integer({ min: 0, max: 23 * 60 + 58 })
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), time, time, (weekday, a, b) => {
      fc.pre(a !== b)
      const [startsAt, endsAt] = [clock(Math.min(a, b)), clock(Math.max(a, b))]
      expect(readPeriod([periodOf(weekday, startsAt, endsAt)])).toEqual({ weekday, startsAt, endsAt })
    }),
  )
  expect(readPeriod(['1', 'Homeroom', 'Saturday 9:00 – 10:30'])).toEqual({
    weekday: 6,
    startsAt: '09:00',
    endsAt: '10:30',
  })
  expect(readPeriod(['Sun 15:00-14:00', '3'])).toBeNull()
})
