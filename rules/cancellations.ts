export type LessonsAsked = {
  /** What was asked for the lessons, after discounts. */
  askedCents: number
  /** How many lessons that pays for, those called off among them. */
  lessons: number
  /** How many of them were given back before, and how much that was. */
  creditedLessons: number
  creditedCents: number
}

/**
 * What a family gets back for one more lesson that is called off: its part of what was asked. The sum after each number
 * of lessons is rounded, halves for the family, and not each part by itself: so the sum never depends on which lessons
 * they were, nor on their order, all lessons give back everything to the cent, and never more comes back than was
 * asked. Only where a lesson is worth a few cents can its way back and forth leave a cent too much.
 */
export const lessonCredit = ({ askedCents, lessons, creditedLessons, creditedCents }: LessonsAsked): number => {
  if (lessons <= 0 || askedCents <= 0) return 0
  const off = Math.min(creditedLessons + 1, lessons)
  const due = Math.floor((askedCents * off * 2 + lessons) / (lessons * 2))
  return Math.max(0, Math.min(due, askedCents) - creditedCents)
}

export type Covering = { paymentId: string; amountCents: number }

/**
 * What payments must leave of a charge that they cover beyond what it is now: the last one first. What they keep covers
 * the charge at most.
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
 * Which families get their registration fee back when a class is called off: those that have no other class of the term
 * left, if the school gives it back at all.
 */
export const feesBack = (households: readonly Household[], isGivenBack: boolean): Map<string, number> =>
  new Map(
    isGivenBack
      ? households
          .filter(each => each.classes === 0 && each.feeCents > 0)
          .map(each => [each.householdId, each.feeCents])
      : [],
  )

/** How many whole days lie between two days of the calendar; negative when the second comes first. */
export const daysUntil = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
