export const promotionStatuses = ['draft', 'reviewed', 'applied', 'undone', 'discarded'] as const
export type PromotionStatus = (typeof promotionStatuses)[number]
/**
 * The only moves of a promotion. Decisions are made in a draft; a reviewed one has none left open and only seats that
 * are there; what was applied is taken back as a whole, and may be worked on again.
 */
export const promotionMoves: Record<PromotionStatus, readonly PromotionStatus[]> = {
  draft: ['reviewed', 'discarded'],
  reviewed: ['draft', 'applied', 'discarded'],
  applied: ['undone'],
  undone: ['draft', 'discarded'],
  discarded: [],
}
/** The moves made by hand; the others are applying and undoing. */
export const promotionMovesByHand = ['draft', 'reviewed', 'discarded'] as const

/** Whether everybody goes on in their course (the same school year) or moves up to the next one. */
export const promotionSteps = ['continue', 'advance'] as const
export const promotionDecisions = ['promote', 'retain', 'leave', 'choose'] as const
/** Why a decision is proposed as it is. */
export const promotionReasons = [
  'next',
  'continues',
  'repeats',
  'balanced',
  'finished',
  'no-class',
  'full',
  'age',
  'clash',
  'below-pass',
] as const
/** What a class of the old term becomes in the new one. */
export const copyOutcomes = ['copy', 'exists', 'weekday', 'course'] as const
export const lineFilters = ['all', 'choose', 'conflicts', 'changed', 'leave', 'waiting', 'confirmed', 'ended'] as const
