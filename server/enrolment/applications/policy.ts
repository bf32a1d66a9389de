import { sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { enrolments } from '#server/enrolment/enrolments/tables.ts'
import { ofMyStudents } from '#server/people/students/policy.ts'

/** Enrolments that the office decides on; families and teachers decide on none. */
export const decidedEnrolments = (actor: Actor): Scope<'enrolments'> =>
  scope('enrolments', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Visits that the office decides on. */
export const decidedVisits = (actor: Actor): Scope<'visits'> =>
  scope('visits', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Enrolments of the actor's own children, whatever other roles they hold. */
export const myEnrolments = (actor: Actor): Scope<'enrolments'> =>
  scopeOf('enrolments', sql`${ofMyStudents(actor, enrolments.studentId)}`)
