import { enrolmentTypes } from '../values.plain.ts'

export const enrolmentStatuses = [
  'held',
  'approval',
  'active',
  'completed',
  'transferred',
  'withdrawn',
  'dropped',
] as const
export type EnrolmentStatus = (typeof enrolmentStatuses)[number]
/**
 * The only moves an enrolment makes. Screens derive their buttons from it, and functions refuse everything else. An
 * enrolment that has ended stays ended.
 */
export const enrolmentMoves: Record<EnrolmentStatus, readonly EnrolmentStatus[]> = {
  held: ['approval', 'active', 'dropped'],
  approval: ['active', 'dropped'],
  active: ['completed', 'transferred', 'withdrawn', 'dropped'],
  completed: ['active'],
  transferred: [],
  withdrawn: [],
  dropped: [],
}
/** The moves that the office makes by hand. The others follow from registrations, offers and transfers. */
export const enrolmentMovesByHand = ['active', 'completed', 'withdrawn', 'dropped'] as const
/** Enrolments that take a seat. */
export const seatedEnrolments: readonly EnrolmentStatus[] = ['held', 'approval', 'active', 'completed']

/**
 * What becomes of a choice on submission: a seat, a waitlist entry, an application for the office to approve, a part in
 * the lottery, or nothing, because registration has not opened for the family, the age rule excludes the child, the
 * child is already in the class, the class is closed, or its time is taken.
 */
export const choiceOutcomes = [
  'seat',
  'waitlist',
  'approval',
  'lottery',
  'early',
  'age',
  'enrolled',
  'closed',
  'clash',
] as const
/** Why the office must approve: the class requires approval, a prerequisite is missing, or a placement is needed. */
export const approvalReasons = ['class', 'prerequisite', 'placement'] as const

/**
 * Rules that the office may override with a reason when it enrolls a student itself: the age limits of a class, and its
 * capacity. The capacity of the room can't be overridden.
 */
export const enrolOverrides = ['age', 'full'] as const

export const waitlistStatuses = ['waiting', 'offered', 'accepted', 'declined', 'expired', 'removed'] as const
export type WaitlistStatus = (typeof waitlistStatuses)[number]
/** Entries that are still on the waitlist: those that wait, and those that have an offer. */
export const standingEntries: readonly WaitlistStatus[] = ['waiting', 'offered']
/** The only moves of a waitlist entry. */
export const waitlistMoves: Record<WaitlistStatus, readonly WaitlistStatus[]> = {
  waiting: ['offered', 'removed'],
  offered: ['accepted', 'declined', 'expired', 'removed'],
  accepted: [],
  declined: [],
  expired: [],
  removed: [],
}

/** The pages of a registration, in order. Families that the school knows only see `check`, `classes` and `summary`. */
export const draftPages = [
  'check',
  'you',
  'guardians',
  'children',
  'health',
  'contacts',
  'consents',
  'classes',
  'summary',
] as const
/** Views of unfinished registrations: untouched for some days, all, and those that were reminded. */
export const abandonedViews = ['quiet', 'all', 'reminded'] as const
/** Days without changes after which a registration counts as abandoned, and days between two reminders of it. */
export const quietDays = 3
export const remindDays = 7

export const lineKinds = ['tuition', 'books', 'registration'] as const
/** How a child takes part, for pricing. A guest for a day has no enrolment. */
export const pricedTypes = [...enrolmentTypes, 'guest'] as const
export const discountRules = [
  'sibling',
  'staff',
  'proration',
  'early',
  'classes',
  'senior',
  'scholarship',
  'promo',
] as const
/**
 * Conflicts in a family's timetable. `double`: a student is in two classes at once; `handover`: a class ends when a
 * sibling's elsewhere begins; `gap`: a long wait between two classes; `days`: siblings come on different days.
 */
export const timeConflicts = ['double', 'handover', 'gap', 'days'] as const
