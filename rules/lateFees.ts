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

/**
 * What is to be added to a debt now: nothing while it is within the grace period; then the flat fee and the percentage
 * at once and an amount for each whole week after, up to the limit, less what was added before. So charging
 * twice on a day adds nothing, and charging rarely or often comes to the same.
 */
export const lateFeeOf = (policy: LateFeePolicy, { openCents, daysLate, chargedCents }: Debt): number => {
  if (openCents <= 0 || daysLate <= policy.graceDays) return 0
  const weeks = Math.floor((daysLate - policy.graceDays - 1) / 7)
  const whole = policy.flatCents + Math.floor((openCents * policy.percent + 50) / 100) + policy.perWeekCents * weeks
  return Math.max(0, Math.min(policy.capCents ?? whole, whole) - chargedCents)
}
