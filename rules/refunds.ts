import type { RefundPolicy } from '#contract/settings.ts'
import { daysAfter } from './calendar.ts'

export type RefundTier = RefundPolicy['tiers'][number]

/** The last day on which a tier holds in a term. */
export const lastDayOf = ({ until, number }: RefundTier, startsOn: string): string =>
  until === 'week' ? daysAfter(startsOn, 7 * (number - 1) - 1) : daysAfter(startsOn, -number)

/** The tier that holds on a day: the one that ends first of those that have not ended; null when all have. */
export const tierOn = (policy: RefundPolicy, startsOn: string, onDay: string): RefundTier | null =>
  policy.tiers
    .filter(tier => onDay <= lastDayOf(tier, startsOn))
    .sort((a, b) => lastDayOf(a, startsOn).localeCompare(lastDayOf(b, startsOn)) || b.percent - a.percent)[0] ?? null

export type RefundableCharge = { id: string; kind: string; netCents: number }
export type RefundLine = { id: string; netCents: number; backCents: number; keptCents: number }
export type Refund = {
  tier: RefundTier | null
  lines: RefundLine[]
  /** Kept of what the lines give back. */
  feeCents: number
  /** What the family gets: the lines less the fee. */
  totalCents: number
}

/**
 * What a family gets back that leaves a class on a day, of what was asked for the class after discounts. Whether it
 * was paid does not matter: what was not paid is asked for no more. Halves are rounded up, for the family.
 */
export const refundOf = (
  policy: RefundPolicy,
  term: { startsOn: string },
  onDay: string,
  charges: readonly RefundableCharge[],
): Refund => {
  const tier = tierOn(policy, term.startsOn, onDay)
  const lines = charges.map(({ id, kind, netCents }) => {
    const percent = kind === 'books' && !policy.refundsBooks ? 0 : (tier?.percent ?? 0)
    const backCents = Math.floor((netCents * percent + 50) / 100)
    return { id, netCents, backCents, keptCents: netCents - backCents }
  })
  const back = lines.reduce((sum, { backCents }) => sum + backCents, 0)
  const feeCents = Math.min(policy.processingFeeCents, back)
  return { tier, lines, feeCents, totalCents: back - feeCents }
}
