/** Why a promo code takes nothing off. */
export const promoProblems = [
  /** There is none, or it is archived. */
  'unknown',
  'early',
  'over',
  /** As often as it may be, by all families together. */
  'used',
  /** As often as one family may. */
  'usedHere',
  /** It is for families who are new. */
  'notNew',
  /** None of the chosen classes is what it is for. */
  'idle',
  /** It goes with no other discount, and those take off more. */
  'outdone',
] as const
export type PromoProblem = (typeof promoProblems)[number]

/** What a scholarship is taken off: the tuition alone, or books and, where a family has it, the registration fee too. */
export const awardCovers = ['tuition', 'all'] as const
export const awardViews = ['running', 'all'] as const
