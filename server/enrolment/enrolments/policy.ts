import { eq, sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { ofMySections } from '#server/people/teachers/policy.ts'
import { ofMyself, ofMyStudents } from '#server/people/students/policy.ts'
import { drafts, isEnrolled, seatHolds, waitlistEntries } from './tables.ts'

/** An account has one draft: its own. */
export const ownDraft = (actor: Actor): Scope<'drafts'> =>
  scopeOf('drafts', eq(drafts.accountId, sql`${actor.accountId}::uuid`))

/** Drafts that families have begun, for the office only, which sees how far they got. */
export const visibleDrafts = (actor: Actor): Scope<'drafts'> =>
  scope('drafts', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Seats in the actor's own cart. */
export const ownHolds = (actor: Actor): Scope<'seat_holds'> =>
  scopeOf('seat_holds', eq(seatHolds.accountId, sql`${actor.accountId}::uuid`))

/** The whole waitlist, for the office only; a family sees its own entries on its home page. */
export const visibleWaitlist = (actor: Actor): Scope<'waitlist_entries'> =>
  scope('waitlist_entries', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Waitlist entries that the actor may answer for: the office for everyone, a guardian for their children. */
export const answerableWaitlist = (actor: Actor): Scope<'waitlist_entries'> =>
  scope('waitlist_entries', actor, {
    admin: everything,
    parent: ofMyStudents(actor, waitlistEntries.studentId),
    teacher: nothing,
  })

/** Waitlist entries of the actor's own children, whatever other roles they hold. */
export const ownWaitlist = (actor: Actor): Scope<'waitlist_entries'> =>
  scopeOf('waitlist_entries', ofMyStudents(actor, waitlistEntries.studentId))

/** Enrolments that the actor may move: the office all, families and teachers none. */
export const movableEnrolments = (actor: Actor): Scope<'enrolments'> =>
  scope('enrolments', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Held places that the actor may answer for: the office all, a guardian those of their children. */
export const answerableHeld = (actor: Actor): Scope<'enrolments'> =>
  scope('enrolments', actor, {
    admin: everything,
    parent: ofMyStudents(actor, sql`enrolments.student_id`),
    teacher: nothing,
  })

/** Enrolments that connect a guardian to a class: those of students whose data they may see. */
export const myEnrolments = (actor: Actor): Scope<'enrolments'> =>
  scopeOf('enrolments', ofMyStudents(actor, sql`enrolments.student_id`))

/**
 * Meetings that the actor attends: as teacher, through a child, or as a student. The classes form one list, since with
 * several lists joined by `or` the database reads all meetings.
 */
export const myMeetings = (actor: Actor): Scope<'meetings'> =>
  scopeOf(
    'meetings',
    sql`meetings.section_id in (select sections.id from sections where ${ofMySections(actor, sql`sections.id`)}
      union all select enrolments.section_id from enrolments where ${myEnrolments(actor)} and ${isEnrolled('enrolments')}
      union all select enrolments.section_id from enrolments where ${ofMyself(actor, sql`enrolments.student_id`)} and ${isEnrolled('enrolments')})`,
  )

/** The office sees every meeting, others the meetings that they attend. */
export const visibleMeetings = (actor: Actor): Scope<'meetings'> =>
  scope('meetings', actor, {
    admin: everything,
    parent: myMeetings(actor),
    teacher: myMeetings(actor),
    student: myMeetings(actor),
  })

/** Meetings of the classes that the actor teaches. */
export const taughtMeetings = (actor: Actor): Scope<'meetings'> =>
  scopeOf('meetings', ofMySections(actor, sql`meetings.section_id`))
