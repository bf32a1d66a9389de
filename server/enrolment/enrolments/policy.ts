import { eq, sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { ofMySections } from '#server/people/teachers/policy.ts'
import { ofMyself, ofMyStudents } from '#server/people/students/policy.ts'
import { drafts, seatHolds, waitlistEntries } from './tables.ts'

/** A signed-in person has one draft: their own. */
export const ownDraft = (actor: Actor): Scope<'drafts'> =>
  scopeOf('drafts', eq(drafts.accountId, sql`${actor.accountId}::uuid`))

/** What families have begun is for the office; of what they typed it sees how far they came. */
export const visibleDrafts = (actor: Actor): Scope<'drafts'> =>
  scope('drafts', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Seats in one's own cart. */
export const ownHolds = (actor: Actor): Scope<'seat_holds'> =>
  scopeOf('seat_holds', eq(seatHolds.accountId, sql`${actor.accountId}::uuid`))

/** The whole waitlist is for the office; a family sees its own places on its start page. */
export const visibleWaitlist = (actor: Actor): Scope<'waitlist_entries'> =>
  scope('waitlist_entries', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Places in line that one may answer for: the office for everybody, a guardian for their children. */
export const answerableWaitlist = (actor: Actor): Scope<'waitlist_entries'> =>
  scope('waitlist_entries', actor, {
    admin: everything,
    parent: ofMyStudents(actor, waitlistEntries.studentId),
    teacher: nothing,
  })

/** Places in line of the actor's own children, whatever other roles they hold. */
export const ownWaitlist = (actor: Actor): Scope<'waitlist_entries'> =>
  scopeOf('waitlist_entries', ofMyStudents(actor, waitlistEntries.studentId))

/** The office moves every enrolment; families and teachers none by themselves. */
export const movableEnrolments = (actor: Actor): Scope<'enrolments'> =>
  scope('enrolments', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Enrolments through which a guardian meets a class: those of students to whose data they have access. */
export const myEnrolments = (actor: Actor): Scope<'enrolments'> =>
  scopeOf('enrolments', ofMyStudents(actor, sql`enrolments.student_id`))

/**
 * Meetings that the actor attends: as teacher, through a child, or as a student. One list of classes, since the database
 * reads all meetings to find those of one list or another.
 */
export const myMeetings = (actor: Actor): Scope<'meetings'> =>
  scopeOf(
    'meetings',
    sql`meetings.section_id in (select sections.id from sections where ${ofMySections(actor, sql`sections.id`)}
      union all select enrolments.section_id from enrolments where ${myEnrolments(actor)} and enrolments.status in ('active','completed')
      union all select enrolments.section_id from enrolments where ${ofMyself(actor, sql`enrolments.student_id`)} and enrolments.status in ('active','completed'))`,
  )

/** The office sees every meeting, others those that they attend. */
export const visibleMeetings = (actor: Actor): Scope<'meetings'> =>
  scope('meetings', actor, {
    admin: everything,
    parent: myMeetings(actor),
    teacher: myMeetings(actor),
    student: myMeetings(actor),
  })

/** Meetings of the actor's own classes. */
export const taughtMeetings = (actor: Actor): Scope<'meetings'> =>
  scopeOf('meetings', ofMySections(actor, sql`meetings.section_id`))
