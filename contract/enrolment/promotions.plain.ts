export const promotionStatuses = ['draft', 'reviewed', 'applied', 'undone'] as const
export type PromotionStatus = (typeof promotionStatuses)[number]
/**
 * The only moves of a promotion. Decisions are made in a draft. A reviewed promotion has no open decisions and needs no
 * more seats than there are. An applied one is undone as a whole. A discarded one is deleted.
 */
export const promotionMoves: Record<PromotionStatus, readonly (PromotionStatus | 'discarded')[]> = {
  draft: ['reviewed', 'discarded'],
  reviewed: ['draft', 'applied', 'discarded'],
  applied: ['undone'],
  undone: ['draft', 'discarded'],
}
/** The moves made by hand; the others are applying and undoing. */
export const promotionMovesByHand = ['draft', 'reviewed', 'discarded'] as const

/** `continue`: students stay in their course (same school year). `advance`: they move up to the next course. */
export const promotionSteps = ['continue', 'advance'] as const
export const promotionDecisions = ['promote', 'retain', 'leave', 'choose'] as const
/** The reason for a proposed decision. */
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
  'canceled',
  'placed',
] as const
/** What happens to a class of the old term when it is copied to the new one. */
export const copyOutcomes = ['copy', 'exists', 'weekday', 'course'] as const
export const lineFilters = ['all', 'choose', 'conflicts', 'changed', 'leave', 'waiting', 'confirmed', 'ended'] as const
