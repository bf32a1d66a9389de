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
/** The only moves an enrolment makes: screens show buttons by it, functions refuse by it. An ended one stays ended. */
export const enrolmentMoves: Record<EnrolmentStatus, readonly EnrolmentStatus[]> = {
  held: ['approval', 'active', 'dropped'],
  approval: ['active', 'dropped'],
  active: ['completed', 'transferred', 'withdrawn', 'dropped'],
  completed: ['active'],
  transferred: [],
  withdrawn: [],
  dropped: [],
}
/** The moves that the office makes by hand; the others follow from registering, from an offer or from a transfer. */
export const enrolmentMovesByHand = ['active', 'completed', 'withdrawn', 'dropped'] as const
/** Enrolments that take a seat. */
export const seatedEnrolments: readonly EnrolmentStatus[] = ['held', 'approval', 'active', 'completed']

/**
 * What becomes of a choice when it is sent: a seat, a place in line, the office's word, a part in the draw, or nothing,
 * since registration has not opened for this family, the age rule speaks against it, the child is there already, the
 * class is closed, or its time is taken.
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
/**
 * Why the office has a word in it: the class takes nobody without, a course before is missing, a placement is needed.
 */
export const approvalReasons = ['class', 'prerequisite', 'placement'] as const

/**
 * Rules that the office may pass over with a reason when it puts a student into a class itself: the age of a class, and
 * its capacity. What a room holds is never passed over.
 */
export const enrolOverrides = ['age', 'full'] as const

export const waitlistStatuses = ['waiting', 'offered', 'accepted', 'declined', 'expired', 'removed'] as const
export type WaitlistStatus = (typeof waitlistStatuses)[number]
/** The only moves of a place in line. */
export const waitlistMoves: Record<WaitlistStatus, readonly WaitlistStatus[]> = {
  waiting: ['offered', 'removed'],
  offered: ['accepted', 'declined', 'expired', 'removed'],
  accepted: [],
  declined: [],
  expired: [],
  removed: [],
}

/** The pages of a registration, in their order. Whom the school knows walks only `check`, `classes` and `summary`. */
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
/** Registrations that were begun: untouched for days, all, and those written to. */
export const abandonedViews = ['quiet', 'all', 'reminded'] as const
/** Days until an unfinished registration counts as left behind, and days between two reminders of it. */
export const quietDays = 3
export const remindDays = 7

export const lineKinds = ['tuition', 'books', 'registration'] as const
/** How a child takes part in what is priced; a guest of a day has no enrolment. */
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
 * What goes wrong with the times of a family: `double`, a student is in two classes at once; `handover`, a class ends
 * when a sibling's elsewhere begins; `gap`, the family waits long between two classes; `days`, siblings come on
 * different days.
 */
export const timeConflicts = ['double', 'handover', 'gap', 'days'] as const
