import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageDayOf } from './fit.ts'
import {
  approvalReasonsOf,
  hasPrerequisite,
  isPlaced,
  isShort,
  reasonsFor,
  type CourseRule,
  type Learner,
} from './readiness.ts'

const grade2: CourseRule & { needsApproval: boolean } = {
  courseId: 'g2',
  programmeId: 'language',
  level: 2,
  prerequisiteIds: ['g1'],
  prerequisiteLevel: null,
  needsPlacement: false,
  needsApproval: false,
}
const nobody: Learner = { studied: [], placed: [] }
const after = (courseId: string, level: number | null = 1, programmeId = 'language'): Learner => ({
  studied: [{ courseId, programmeId, level }],
  placed: [],
})
const placed = (courseId: string, level: number | null, programmeId = 'language'): Learner => ({
  studied: [],
  placed: [{ courseId, programmeId, level }],
})

test('a prerequisite is met by having taken it, by having taken this course, or by placement', () => {
  expect(hasPrerequisite(grade2, nobody)).toBe(false)
  expect(hasPrerequisite(grade2, after('g1'))).toBe(true)
  expect(hasPrerequisite(grade2, after('g2'))).toBe(true)
  expect(hasPrerequisite(grade2, after('chess', 1))).toBe(false)
  expect(hasPrerequisite(grade2, placed('g2', 2))).toBe(true)
  expect(hasPrerequisite(grade2, placed('g1', 1))).toBe(false)
})

test('a level in the program can be the prerequisite instead of a course', () => {
  const rule = { ...grade2, prerequisiteIds: [], prerequisiteLevel: 1 }
  expect(hasPrerequisite(rule, after('other', 1))).toBe(true)
  expect(hasPrerequisite(rule, after('other', 0))).toBe(false)
  expect(hasPrerequisite(rule, after('other', 5, 'dance'))).toBe(false)
  expect(hasPrerequisite(rule, placed('other', 3))).toBe(true)
})

test('a student new to the program needs placement, and placement overrides earlier courses', () => {
  const rule = { ...grade2, prerequisiteIds: [], needsPlacement: true }
  expect(isPlaced(rule, nobody)).toBe(false)
  expect(isPlaced(rule, after('g1'))).toBe(true)
  expect(isPlaced(rule, after('dance', 1, 'dance'))).toBe(false)
  expect(isPlaced(rule, placed('g2', 2))).toBe(true)
  expect(isPlaced(rule, placed('g2b', 2))).toBe(true)
  expect(isPlaced(rule, { ...after('g1'), placed: placed('g5', 5).placed })).toBe(false)
})

test('reasons come in a fixed order, and another course taken never adds one', () => {
  const all = { ...grade2, needsApproval: true, needsPlacement: true }
  expect(approvalReasonsOf(all, nobody)).toEqual(['class', 'prerequisite', 'placement'])
  expect(approvalReasonsOf({ ...grade2, prerequisiteIds: [] }, nobody)).toEqual([])
  const known = fc.record({
    courseId: fc.constantFrom('g1', 'g2', 'chess'),
    programmeId: fc.constantFrom('language', 'chess'),
    level: fc.option(fc.integer({ min: 0, max: 4 })),
  })
  fc.assert(
    fc.property(fc.array(known), known, fc.boolean(), fc.boolean(), (studied, more, needsApproval, needsPlacement) => {
      const rule = { ...grade2, needsApproval, needsPlacement }
      const before = approvalReasonsOf(rule, { studied, placed: [] })
      const then = approvalReasonsOf(rule, { studied: [...studied, more], placed: [] })
      return then.every(reason => before.includes(reason))
    }),
  )
})

test('the cutoff day for ages lies in the school year of the term', () => {
  expect(ageDayOf(null, '2026-09-13')).toBe('2026-09-13')
  expect(ageDayOf('09-01', '2026-09-13')).toBe('2026-09-01')
  expect(ageDayOf('09-01', '2027-01-31')).toBe('2026-09-01')
  expect(ageDayOf('12-31', '2026-09-13')).toBe('2026-12-31')
  expect(ageDayOf('03-31', '2026-09-13')).toBe('2027-03-31')
  expect(ageDayOf('09-01', '2027-06-20')).toBe('2026-09-01')
  expect(ageDayOf('09-01', '2027-07-01')).toBe('2027-09-01')
  const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }), (starts, month, of) => {
      const startsOn = starts.toISOString().slice(0, 10)
      const cutoff = `${String(month).padStart(2, '0')}-${String(of).padStart(2, '0')}`
      const days = (Date.parse(ageDayOf(cutoff, startsOn)) - Date.parse(startsOn)) / 86_400_000
      return ageDayOf(cutoff, startsOn).endsWith(cutoff) && Math.abs(days) <= 366
    }),
  )
})

test('auditing needs no prerequisite or placement, only approval if the class requires it', () => {
  const all = ['class', 'prerequisite', 'placement'] as const
  expect(reasonsFor('regular', all)).toEqual(all)
  expect(reasonsFor('audit', all)).toEqual(['class'])
  expect(isShort(['class'])).toBe(false)
  expect(isShort(reasonsFor('regular', all))).toBe(true)
})
