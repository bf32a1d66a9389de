export type LessonsAsked = {
  /** The amount asked for the lessons, after discounts. */
  askedCents: number
  /** The number of lessons that the amount covers, canceled ones included. */
  lessons: number
  /** The number of lessons credited before, and the amount credited for them. */
  creditedLessons: number
  creditedCents: number
}

/**
 * The credit, in cents, for one more canceled lesson: its share of the amount asked. The running total is rounded, with
 * half cents in the family's favor, rather than each share. So the total depends neither on which lessons are canceled
 * nor on their order, all lessons together give back everything to the cent, and no more comes back than was asked.
 * Only where a lesson is worth a few cents can canceling and restoring it leave a cent too much.
 */
export const lessonCredit = ({ askedCents, lessons, creditedLessons, creditedCents }: LessonsAsked): number => {
  if (lessons <= 0 || askedCents <= 0) return 0
  const off = Math.min(creditedLessons + 1, lessons)
  const due = Math.floor((askedCents * off * 2 + lessons) / (lessons * 2))
  return Math.max(0, Math.min(due, askedCents) - creditedCents)
}

export type Covering = { paymentId: string; amountCents: number }

/**
 * The amounts to release from payments that cover more than a charge's current net amount, starting with the last
 * payment. What remains covers at most the charge.
 */
export const released = (netCents: number, covering: readonly Covering[]): Covering[] => {
  let over = covering.reduce((sum, { amountCents }) => sum + amountCents, 0) - netCents
  return covering.toReversed().flatMap(({ paymentId, amountCents }) => {
    const part = Math.min(over, amountCents)
    if (part <= 0) return []
    over -= part
    return [{ paymentId, amountCents: part }]
  })
}

export type Household = { householdId: string; classes: number; feeCents: number }

/**
 * The registration fees to return when a class is canceled, by household: those of households with no other class left
 * in the term, if the school returns the fee at all.
 */
export const feesBack = (households: readonly Household[], isGivenBack: boolean): Map<string, number> =>
  new Map(
    isGivenBack
      ? households
          .filter(each => each.classes === 0 && each.feeCents > 0)
          .map(each => [each.householdId, each.feeCents])
      : [],
  )
