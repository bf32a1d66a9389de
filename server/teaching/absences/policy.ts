import { sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { among, everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { ofMySections } from '#server/people/teachers/policy.ts'
import { meetings } from '#server/enrolment/classes/tables.ts'
import { enrolments } from '#server/enrolment/enrolments/tables.ts'
import { isRecent, ofMyStudents } from '#server/people/students/policy.ts'
import { absenceNotices } from './tables.ts'

/** Rolls that the actor may take: the office all, a teacher those of their classes. */
export const rolls = (actor: Actor): Scope<'meetings'> =>
  scope('meetings', actor, { admin: everything, teacher: ofMySections(actor, meetings.sectionId), parent: nothing })

/** Meetings of whose guests the actor sees more than the names: for a teacher as long as for students who have left. */
export const recentRolls = (actor: Actor, now: Date): Scope<'meetings'> =>
  scope('meetings', actor, { admin: everything, teacher: isRecent(meetings.onDay, now), parent: nothing })

/** Meetings of the actor's own children. */
export const myChildrensMeetings = (actor: Actor): Scope<'meetings'> =>
  scopeOf(
    'meetings',
    sql`${meetings.sectionId} in (select ${enrolments.sectionId} from ${enrolments} where ${ofMyStudents(actor, enrolments.studentId)})`,
  )

/** Notices about the actor's own children, whichever family member filed them. */
export const myNotices = (actor: Actor): Scope<'absence_notices'> =>
  scopeOf('absence_notices', ofMyStudents(actor, absenceNotices.studentId))

/** Notices that the actor may answer: the office all, a teacher those that concern one of their classes. */
export const answeredNotices = (actor: Actor): Scope<'absence_notices'> =>
  scope('absence_notices', actor, {
    admin: everything,
    // The first condition follows from the second, but only the first finds notices by index.
    teacher: sql`${among(absenceNotices.studentId, sql`select ${enrolments.studentId} from ${enrolments} where ${ofMySections(actor, enrolments.sectionId)}`)} and exists (select 1 from ${enrolments} where ${enrolments.studentId} = ${absenceNotices.studentId} and ${enrolments.status} in ('active','completed')
      and (${absenceNotices.sectionId} is null or ${absenceNotices.sectionId} = ${enrolments.sectionId}) and ${ofMySections(actor, enrolments.sectionId)})`,
    parent: nothing,
  })
