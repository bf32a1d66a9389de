import type { LateFeePolicy } from '#contract/settings.ts'

type Debt = {
  /** The overdue amount, without late fees. */
  openCents: number
  /** Days since the oldest overdue charge fell due. */
  daysLate: number
  /** Late fees charged on it so far, and those of them that the office then waived. */
  chargedCents: number
  waivedCents: number
}

/** True if the school charges late fees at all. */
export const hasLateFee = ({ flatCents, percent, perWeekCents }: LateFeePolicy): boolean =>
  flatCents > 0 || percent > 0 || perWeekCents > 0

type LateFeeParts = {
  flatCents: number
  /** The fee from the percentage. */
  percentCents: number
  /** Whole weeks after the grace period, and the fee for them. */
  weeks: number
  weeksCents: number
  /** True if the parts exceed the cap. */
  isCapped: boolean
  feeCents: number
}

/**
 * The late fee to add to a debt now, by part: nothing within the grace period, then the flat fee and the percentage at
 * once and an amount for each whole week after, up to the cap, less what was charged or waived before. So charging twice
 * on a day adds nothing, charging rarely or often gives the same total, and a fee that was waived isn't charged again.
 */
export const lateFeeParts = (
  policy: LateFeePolicy,
  { openCents, daysLate, chargedCents, waivedCents }: Debt,
): LateFeeParts => {
  const isLate = openCents > 0 && daysLate > policy.graceDays
  const flatCents = isLate ? policy.flatCents : 0
  const percentCents = isLate ? Math.floor((openCents * policy.percent + 50) / 100) : 0
  const weeks = isLate ? Math.floor((daysLate - policy.graceDays - 1) / 7) : 0
  const weeksCents = policy.perWeekCents * weeks
  const whole = flatCents + percentCents + weeksCents
  const cap = policy.capCents ?? whole
  const feeCents = Math.max(0, Math.min(cap, whole) - chargedCents - waivedCents)
  return { flatCents, percentCents, weeks, weeksCents, isCapped: whole > cap, feeCents }
}

/** The same as a single amount. */
export const lateFeeOf = (policy: LateFeePolicy, debt: Debt): number => lateFeeParts(policy, debt).feeCents
