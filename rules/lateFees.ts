import type { LateFeePolicy } from '#contract/settings.ts'

type Debt = {
  /** What is overdue of it, without late fees. */
  openCents: number
  /** Days since the oldest of it fell due. */
  daysLate: number
  /** Late fees on it so far. */
  chargedCents: number
}

/** Whether a school has late fees at all. */
export const hasLateFee = ({ flatCents, percent, perWeekCents }: LateFeePolicy): boolean =>
  flatCents > 0 || percent > 0 || perWeekCents > 0

type LateFeeParts = {
  flatCents: number
  /** What the percentage makes. */
  percentCents: number
  /** Whole weeks after the grace period, and what they make. */
  weeks: number
  weeksCents: number
  /** Whether the parts come to more than the limit. */
  isCapped: boolean
  feeCents: number
}

/**
 * What is to be added to a debt now, part by part: nothing while it is within the grace period; then the flat fee and the percentage
 * at once and an amount for each whole week after, up to the limit, less what was added before. So charging
 * twice on a day adds nothing, and charging rarely or often comes to the same.
 */
export const lateFeeParts = (policy: LateFeePolicy, { openCents, daysLate, chargedCents }: Debt): LateFeeParts => {
  const isLate = openCents > 0 && daysLate > policy.graceDays
  const flatCents = isLate ? policy.flatCents : 0
  const percentCents = isLate ? Math.floor((openCents * policy.percent + 50) / 100) : 0
  const weeks = isLate ? Math.floor((daysLate - policy.graceDays - 1) / 7) : 0
  const weeksCents = policy.perWeekCents * weeks
  const whole = flatCents + percentCents + weeksCents
  const cap = policy.capCents ?? whole
  const feeCents = Math.max(0, Math.min(cap, whole) - chargedCents)
  return { flatCents, percentCents, weeks, weeksCents, isCapped: whole > cap, feeCents }
}

/** The same as one amount. */
export const lateFeeOf = (policy: LateFeePolicy, debt: Debt): number => lateFeeParts(policy, debt).feeCents
