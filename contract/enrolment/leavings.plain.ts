import type { EnrolmentStatus } from './enrolments.plain.ts'
import type { EnrolmentType } from '../values.plain.ts'

/** A family leaves a class, or transfers to another one of the term. */
export const leavingKinds = ['withdrawal', 'transfer'] as const
/** What a family requests of the office: to leave a class, to transfer, or to take part in another way. */
export const askedKinds = [...leavingKinds, 'type'] as const

/** How a student's way of taking part may change. The seat stays: an auditing student takes one, too. */
export const typeMoves: Record<EnrolmentType, readonly EnrolmentType[]> = { regular: ['audit'], audit: ['regular'] }
/** Enrolments whose way of taking part can change: confirmed ones that continue. */
export const retypedEnrolments: readonly EnrolmentStatus[] = ['active']

/**
 * What happens to money that becomes free: it stays as credit for the next invoice, or is refunded by the way it was
 * paid.
 */
export const moneyWays = ['credit', 'payer'] as const

/**
 * `now`: the family may do it at once. `ask`: it sends a request to the office, which sees what the family was shown.
 */
export const leavingWays = ['now', 'ask'] as const

/** Why the school keeps a part: the day's refund tier, books that were handed out, or lessons that took place. */
export const keptReasons = ['tier', 'books', 'used'] as const

export const leavingRequestStatuses = ['asked', 'confirmed', 'declined', 'taken-back'] as const
export type LeavingRequestStatus = (typeof leavingRequestStatuses)[number]
/** The only moves of a request to leave or change a class. */
export const leavingRequestMoves: Record<LeavingRequestStatus, readonly LeavingRequestStatus[]> = {
  asked: ['confirmed', 'declined', 'taken-back'],
  confirmed: [],
  declined: [],
  'taken-back': [],
}
