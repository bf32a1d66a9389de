import type { keptReasons } from '#contract/enrolment/leavings.plain.ts'
import type { RefundPolicy } from '#contract/settings.ts'
import { daysAfter } from './days.ts'

/** The part of the policy that determines the refund for a student who leaves. */
export type TierPolicy = Pick<RefundPolicy, 'tiers' | 'processingFeeCents' | 'refundsBooks'>
export type RefundTier = RefundPolicy['tiers'][number]

/** The last day on which a tier applies in a term. */
export const lastDayOf = ({ until, number }: RefundTier, startsOn: string): string =>
  until === 'week' ? daysAfter(startsOn, 7 * (number - 1) - 1) : daysAfter(startsOn, -number)

/** The tier that applies on a day: the one that ends first among those that have not ended; null if all have. */
export const tierOn = (policy: Pick<RefundPolicy, 'tiers'>, startsOn: string, onDay: string): RefundTier | null =>
  policy.tiers
    .filter(tier => onDay <= lastDayOf(tier, startsOn))
    .sort((a, b) => lastDayOf(a, startsOn).localeCompare(lastDayOf(b, startsOn)) || b.percent - a.percent)[0] ?? null

/** The tier after the one that applies on a day; null if none applies or none follows. */
export const tierAfter = (policy: Pick<RefundPolicy, 'tiers'>, startsOn: string, onDay: string): RefundTier | null => {
  const tier = tierOn(policy, startsOn, onDay)
  return tier && tierOn(policy, startsOn, daysAfter(lastDayOf(tier, startsOn), 1))
}

/** Whether a family leaves or changes a class on its own on a day (`now`), or has to ask the office (`ask`). */
export const familyWay = (policy: RefundPolicy, startsOn: string, onDay: string): 'now' | 'ask' =>
  policy.byFamilies === 'always' || (policy.byFamilies === 'tiers' && tierOn(policy, startsOn, onDay) !== null)
    ? 'now'
    : 'ask'

export type RefundableCharge = { id: string; kind: string; netCents: number }
type KeptReason = (typeof keptReasons)[number]
type RefundLine = {
  id: string
  netCents: number
  backCents: number
  keptCents: number
  /** Why a part is kept; null if nothing is kept. */
  why: KeptReason | null
}
export type Refund = {
  tier: RefundTier | null
  lines: RefundLine[]
  /** The fee kept from the lines' total. */
  feeCents: number
  /** The refund to the family: the lines less the fee. */
  totalCents: number
}

/** A fraction of an amount, with halves rounded up in the family's favor. Exact for any size of fraction. */
const partOf = (cents: number, of: number, whole: number): number =>
  Number((BigInt(cents) * BigInt(of) * 2n + BigInt(whole)) / (BigInt(whole) * 2n))

const lineOf = ({ id, netCents }: RefundableCharge, backCents: number, why: KeptReason | null): RefundLine => ({
  id,
  netCents,
  backCents,
  keptCents: netCents - backCents,
  why: backCents < netCents ? why : null,
})

const sumOf = (lines: RefundLine[], fee: number): Omit<Refund, 'tier'> => {
  const back = lines.reduce((sum, { backCents }) => sum + backCents, 0)
  const feeCents = Math.min(fee, back)
  return { lines, feeCents, totalCents: back - feeCents }
}

/**
 * The refund for leaving a class on a day, from what was asked for the class after discounts. It doesn't matter whether
 * that was paid: unpaid amounts are no longer asked for. Halves are rounded up, in the family's favor.
 */
export const refundOf = (
  policy: TierPolicy,
  term: { startsOn: string },
  onDay: string,
  charges: readonly RefundableCharge[],
): Refund => {
  const tier = tierOn(policy, term.startsOn, onDay)
  const lines = charges.map(charge => {
    const isKept = charge.kind === 'books' && !policy.refundsBooks
    return lineOf(charge, isKept ? 0 : partOf(charge.netCents, tier?.percent ?? 0, 100), isKept ? 'books' : 'tier')
  })
  return { tier, ...sumOf(lines, policy.processingFeeCents) }
}

/** The refund for an unconfirmed spot: everything asked, without a fee. */
export const wholeOf = (charges: readonly RefundableCharge[]): Refund => ({
  tier: null,
  ...sumOf(
    charges.map(charge => lineOf(charge, charge.netCents, null)),
    0,
  ),
})

type TransferredCharge = RefundableCharge & {
  /** The share of the price that a newcomer pays today, and the one that this family was charged. */
  left: Share
  asked: Share
}
/** A fraction of the whole price of a class. */
export type Share = { of: number; whole: number }

/**
 * The refund for the old class when a family changes classes. Under the rule `unused` it is what a newcomer would pay
 * for the rest of that class, measured as the new class is priced, so a change to a class of the same price costs
 * nothing. Books carry over to another class of the same course, where they are not charged again.
 */
export const transferOf = (
  policy: RefundPolicy,
  term: { startsOn: string },
  onDay: string,
  charges: readonly TransferredCharge[],
  isSameCourse: boolean,
): Refund => {
  const isBooks = ({ kind }: RefundableCharge) => kind === 'books'
  const moved = isSameCourse ? charges.filter(charge => !isBooks(charge)) : charges
  if (policy.transfers === 'tiers') {
    const { tier, lines } = refundOf(policy, term, onDay, moved)
    return { tier, ...sumOf(lines, policy.transferFeeCents) }
  }
  const lines = moved.map(charge => {
    if (isBooks(charge)) return lineOf(charge, policy.refundsBooks ? charge.netCents : 0, 'books')
    const { left, asked } = charge
    const unused =
      asked.of === 0 || left.whole === 0 ? 0 : partOf(charge.netCents, left.of * asked.whole, left.whole * asked.of)
    return lineOf(charge, Math.min(charge.netCents, unused), 'used')
  })
  return { tier: null, ...sumOf(lines, policy.transferFeeCents) }
}

/**
 * The refund for a class that is canceled after it started, if only the remaining lessons count: their share of the
 * remaining tuition. Families keep their books, unless the school takes them back. There is no fee, because the family
 * doesn't leave by choice.
 */
export const lessonsLeftOf = (
  policy: Pick<RefundPolicy, 'refundsBooks'>,
  charges: readonly RefundableCharge[],
  lessons: { had: number; left: number },
): Refund => {
  const all = lessons.had + lessons.left
  const lines = charges.map(charge =>
    charge.kind === 'books'
      ? lineOf(charge, policy.refundsBooks ? charge.netCents : 0, 'books')
      : lineOf(charge, all === 0 ? charge.netCents : partOf(charge.netCents, lessons.left, all), 'used'),
  )
  return { tier: null, ...sumOf(lines, 0) }
}

/**
 * The use of released money, given the account's previous balance (negative is credit) and the part of its credit
 * already requested as a refund: it first covers open charges, and the rest can be refunded.
 */
export const freedOf = (
  totalCents: number,
  account: { balanceCents: number; returningCents: number },
): { coversCents: number; freeCents: number } => {
  const credit = Math.max(0, totalCents - account.balanceCents - account.returningCents)
  const freeCents = Math.max(0, Math.min(totalCents, credit))
  return { coversCents: Math.max(0, totalCents) - freeCents, freeCents }
}
