export const lotteryStatuses = ['draft', 'open', 'closed', 'drawn', 'finished', 'cancelled'] as const
export type LotteryStatus = (typeof lotteryStatuses)[number]
/**
 * The only moves of a lottery. Opening publishes its commitment; it closes at its time or by hand, is drawn once, and
 * is finished when the winners' time to confirm is over.
 */
export const lotteryMoves: Record<LotteryStatus, readonly LotteryStatus[]> = {
  draft: ['open', 'cancelled'],
  open: ['closed', 'cancelled'],
  closed: ['drawn', 'cancelled'],
  drawn: ['finished'],
  finished: [],
  cancelled: [],
}
/** The moves that the office makes by hand. Drawing is a separate function, and finishing follows from time. */
export const lotteryMovesByHand = ['open', 'closed', 'cancelled'] as const
/** While a lottery is in one of these states, seats of its classes are given only by the draw. */
export const undrawnLotteries: readonly LotteryStatus[] = ['draft', 'open', 'closed']

/**
 * How a family wants its children placed: independently (`alone`), on the same day, or in the same class. `day` and
 * `class` are preferences: if they can't be met, each child is placed independently. `mustDay` and `mustClass` are
 * demands: all children or none.
 */
export const togethers = ['alone', 'day', 'class', 'mustDay', 'mustClass'] as const
/**
 * Why a class that a child ranked did not take part: the age rule, the child is already enrolled, its time is taken, or
 * the class accepts no one.
 */
export const leftOutReasons = ['age', 'enrolled', 'clash', 'closed'] as const

/** The maximum number of classes in a lottery: each has a letter of its own. */
export const mostClasses = 26
/** The maximum number of classes that a child may rank. */
export const mostRanks = 8
