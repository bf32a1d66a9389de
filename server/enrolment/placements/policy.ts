import { sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { ofMySections } from '#server/people/teachers/policy.ts'
import { enrolments } from '#server/enrolment/enrolments/tables.ts'
import { ofMyClasses, ofMyStudents } from '#server/people/students/policy.ts'
import { students } from '#server/people/students/tables.ts'
import { placements } from './tables.ts'

/** Students whom the actor may place: the office everyone, a teacher those who are in their classes or apply to one. */
export const placeableStudents = (actor: Actor, now: Date): Scope<'students'> =>
  scope('students', actor, { admin: everything, teacher: ofMyClasses(actor, students.id, now), parent: nothing })

/** Placements that staff see: the office all, a teacher those of their students. */
export const visiblePlacements = (actor: Actor, now: Date): Scope<'placements'> =>
  scope('placements', actor, {
    admin: everything,
    teacher: ofMyClasses(actor, placements.studentId, now),
    parent: nothing,
  })

/** Applications that wait for a level: the office all, a teacher those to their own classes. */
export const placedApplications = (actor: Actor): Scope<'enrolments'> =>
  scope('enrolments', actor, {
    admin: everything,
    teacher: ofMySections(actor, enrolments.sectionId),
    parent: nothing,
  })

/** Placements of the actor's own children, whatever other roles they hold. */
export const myPlacements = (actor: Actor): Scope<'placements'> =>
  scopeOf('placements', sql`${ofMyStudents(actor, placements.studentId)}`)
