import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { ofMyStudents } from '#server/people/students/policy.ts'
import { visits } from './tables.ts'

/**
 * Visits that the actor works with: the office all, a guardian those of their children, a teacher only through the
 * roll.
 */
export const workedVisits = (actor: Actor): Scope<'visits'> =>
  scope('visits', actor, {
    admin: everything,
    parent: ofMyStudents(actor, visits.studentId),
    teacher: nothing,
  })

/** Visits of the actor's own children, whatever other roles they hold. */
export const myVisits = (actor: Actor): Scope<'visits'> => scopeOf('visits', ofMyStudents(actor, visits.studentId))

/** Visits that the school decides on. */
export const decidedVisits = (actor: Actor): Scope<'visits'> =>
  scope('visits', actor, { admin: everything, parent: nothing, teacher: nothing })
