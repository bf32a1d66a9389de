import { sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { enrolments } from '#server/enrolment/enrolments/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { ofMyHouseholds, ofMyStudents } from '#server/people/students/policy.ts'
import { students } from '#server/people/students/tables.ts'
import { leavingRequests } from './tables.ts'

/**
 * Places of the actor's own children whose bill is the actor's household's: leaving moves its money, so a guardian of
 * another household asks the one that is billed.
 */
const ofMyBill = (actor: Actor) =>
  sql`(${ofMyStudents(actor, enrolments.studentId)} and exists (select 1 from ${students} where ${students.id} = ${enrolments.studentId} and ${ofMyHouseholds(actor, students.householdId)}))`

/** Whose place one may end or change: the office every one, a guardian their own children's, a teacher none. */
export const leavableEnrolments = (actor: Actor): Scope<'enrolments'> =>
  scope('enrolments', actor, { admin: everything, parent: ofMyBill(actor), teacher: nothing })

/** Places of the actor's own children, whatever other roles they hold. */
export const myEnrolments = (actor: Actor): Scope<'enrolments'> => scopeOf('enrolments', ofMyBill(actor))

/** Accounts that a leaving moves money of. The right to end the place was checked before. */
export const billedHouseholds = (actor: Actor): Scope<'households'> =>
  scope('households', actor, { admin: everything, parent: ofMyHouseholds(actor, households.id), teacher: nothing })

/** Requests: the office answers every one, a guardian sees and takes back those about their own children's places. */
export const visibleRequests = (actor: Actor): Scope<'leaving_requests'> =>
  scope('leaving_requests', actor, {
    admin: everything,
    parent: sql`${leavingRequests.enrolmentId} in (select ${enrolments.id} from ${enrolments} where ${ofMyBill(actor)})`,
    teacher: nothing,
  })
