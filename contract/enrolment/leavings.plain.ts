import type { EnrolmentStatus } from './enrolments.plain.ts'
import type { EnrolmentType } from '../values.plain.ts'

/** A family leaves a class altogether, or goes to another of the term. */
export const leavingKinds = ['withdrawal', 'transfer'] as const
/** What a family asks the office for: to leave, to change the class, or to take part in it in another way. */
export const askedKinds = [...leavingKinds, 'type'] as const

/** How a student may come to take part in a class instead. The seat stays: an auditing student takes one, too. */
export const typeMoves: Record<EnrolmentType, readonly EnrolmentType[]> = { regular: ['audit'], audit: ['regular'] }
/** The places of which that can be changed: those that are confirmed and go on. */
export const retypedEnrolments: readonly EnrolmentStatus[] = ['active']

/** What is free of the money: it waits as credit for the next bill, or is paid back the way it came. */
export const moneyWays = ['credit', 'payer'] as const

/** Whether the family may do it at once, or asks the office, which sees what was shown to the family. */
export const leavingWays = ['now', 'ask'] as const

/** Why a part stays with the school: the tier of the day, books that were handed out, or lessons that were had. */
export const keptReasons = ['tier', 'books', 'used'] as const

export const leavingRequestStatuses = ['asked', 'confirmed', 'declined', 'taken-back'] as const
export type LeavingRequestStatus = (typeof leavingRequestStatuses)[number]
/** The only moves of a request to leave or to change a class. */
export const leavingRequestMoves: Record<LeavingRequestStatus, readonly LeavingRequestStatus[]> = {
  asked: ['confirmed', 'declined', 'taken-back'],
  confirmed: [],
  declined: [],
  'taken-back': [],
}
