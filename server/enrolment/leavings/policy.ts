import { sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { enrolments } from '#server/enrolment/enrolments/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { ofMyHouseholds, ofMyStudents } from '#server/people/students/policy.ts'
import { students } from '#server/people/students/tables.ts'
import { leavingRequests } from './tables.ts'

/**
 * Places of the actor's own children that are billed to the actor's household. Leaving moves that household's money, so
 * a guardian of another household has to ask the one that is billed.
 */
const ofMyBill = (actor: Actor) =>
  sql`(${ofMyStudents(actor, enrolments.studentId)} and exists (select 1 from ${students} where ${students.id} = ${enrolments.studentId} and ${ofMyHouseholds(actor, students.householdId)}))`

/** Places that the actor may end or change: the office all, a guardian their own children's, a teacher none. */
export const leavableEnrolments = (actor: Actor): Scope<'enrolments'> =>
  scope('enrolments', actor, { admin: everything, parent: ofMyBill(actor), teacher: nothing })

/** Places of the actor's own children, whatever other roles they hold. */
export const myEnrolments = (actor: Actor): Scope<'enrolments'> => scopeOf('enrolments', ofMyBill(actor))

/** Accounts whose money a leaving moves. The right to end the place was checked before. */
export const billedHouseholds = (actor: Actor): Scope<'households'> =>
  scope('households', actor, { admin: everything, parent: ofMyHouseholds(actor, households.id), teacher: nothing })

/** Requests: the office answers all of them; a guardian sees and withdraws those about their own children's places. */
export const visibleRequests = (actor: Actor): Scope<'leaving_requests'> =>
  scope('leaving_requests', actor, {
    admin: everything,
    parent: sql`${leavingRequests.enrolmentId} in (select ${enrolments.id} from ${enrolments} where ${ofMyBill(actor)})`,
    teacher: nothing,
  })
