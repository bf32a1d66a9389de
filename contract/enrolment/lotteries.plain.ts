export const lotteryStatuses = ['draft', 'open', 'closed', 'drawn', 'finished', 'cancelled'] as const
export type LotteryStatus = (typeof lotteryStatuses)[number]
/**
 * The only moves of a lottery. It opens with its commitment published, closes at its time or by hand, is drawn once,
 * and is finished when the winners' time to confirm is over.
 */
export const lotteryMoves: Record<LotteryStatus, readonly LotteryStatus[]> = {
  draft: ['open', 'cancelled'],
  open: ['closed', 'cancelled'],
  closed: ['drawn', 'cancelled'],
  drawn: ['finished'],
  finished: [],
  cancelled: [],
}
/** The moves that the office makes by hand; drawing is a function of its own, and finishing follows from time. */
export const lotteryMovesByHand = ['open', 'closed', 'cancelled'] as const
/** While a lottery has one of these, nobody takes a seat of its classes but by the draw. */
export const undrawnLotteries: readonly LotteryStatus[] = ['draft', 'open', 'closed']

/**
 * What a family wants for its children: each for itself, all on the same day, or all in the same class; the last two as
 * a wish, after which each goes alone, or as a demand: all of them or none.
 */
export const togethers = ['alone', 'day', 'class', 'mustDay', 'mustClass'] as const
/**
 * Why a wish did not take part: the age rule, the child is there already, its time is taken, the class takes nobody.
 */
export const leftOutReasons = ['age', 'enrolled', 'clash', 'closed'] as const

/** The most classes of one lottery: each has a letter of its own. */
export const mostClasses = 26
/** The most classes that a child may rank. */
export const mostRanks = 8
