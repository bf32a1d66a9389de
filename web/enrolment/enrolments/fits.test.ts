import { describe, expect, test } from 'vitest'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import type { Student } from '#contract/people/students.ts'
import { fitsOf } from './fits.ts'

const sectionOf = (id: string, ages: [number, number], startsAt: string, endsAt: string) =>
  ({ id, ageFrom: ages[0], ageTo: ages[1], ageDay: '2026-09-01', weekday: 7, startsAt, endsAt }) as CatalogueSection
const childOf = (id: string, birthOn: string | null, sections: Partial<Student['sections'][number]>[] = []) =>
  ({ id, birthOn, sections }) as Student

const art = sectionOf('art', [6, 8], '14:00', '15:00')
const math = sectionOf('math', [6, 8], '14:30', '15:30')
const chess = sectionOf('chess', [6, 8], '16:00', '17:00')
const choir = sectionOf('choir', [10, 12], '16:00', '17:00')
const sections = [art, math, chess, choir]

describe('which classes fit a child', () => {
  const mia = childOf('mia', '2019-05-01', [{ sectionId: 'art', status: 'active' }])
  const howOf = (child: Student) => sections.map(section => fitsOf([child], sections)(section)[0]?.how ?? null)

  test('marks the child’s own, clashing and fitting classes, and none for other ages', () => {
    expect(howOf(mia)).toEqual(['in', 'clash', 'fits', null])
    expect(fitsOf([mia], sections)(math)[0]?.other).toBe(art)
  })
  test('a class the child is waitlisted for blocks no other', () => {
    expect(howOf(childOf('leo', '2019-05-01', [{ sectionId: 'art', status: 'waiting' }]))).toEqual([
      'waiting',
      'fits',
      'fits',
      null,
    ])
  })
  test('a held spot isn’t a place in the class yet, and still blocks others at its time', () => {
    const held = childOf('leo', '2019-05-01', [{ sectionId: 'art', status: 'held' }])
    expect(howOf(held)).toEqual(['held', 'clash', 'fits', null])
  })
  test('nothing is marked for a child whose birthday is unknown', () => {
    expect(howOf(childOf('kim', null))).toEqual([null, null, null, null])
  })
})
