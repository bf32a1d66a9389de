/** Why a promo code takes nothing off. */
export const promoProblems = [
  /** No such code, or it is archived. */
  'unknown',
  'early',
  'over',
  /** The limit of uses by all families is reached. */
  'used',
  /** The family's own limit of uses is reached. */
  'usedHere',
  /** It is for new families only. */
  'notNew',
  /** It applies to none of the chosen classes. */
  'idle',
  /** It can't be combined with other discounts, and those take off more. */
  'outdone',
] as const
export type PromoProblem = (typeof promoProblems)[number]

/** What a scholarship reduces: tuition only, or also books and, for a family's scholarship, the registration fee. */
export const awardCovers = ['tuition', 'all'] as const
export const awardViews = ['running', 'all'] as const
