import { eq, sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { ofMyStudents } from '#server/people/students/policy.ts'
import { drafts, seatHolds, waitlistEntries } from './tables.ts'

/** Whoever is signed in has one draft: their own. */
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
