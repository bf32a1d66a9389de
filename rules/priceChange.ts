import { chargeKinds } from '#contract/money/payments.plain.ts'
import { price, type PricedLine, type PricingInput } from './pricing.ts'
import { type Refund, type RefundableCharge, refundOf, type TierPolicy, wholeOf } from './refunds.ts'

type PriceChangeRow = {
  /** A kind of charge, or `fee` for what is kept of the refund. */
  kind: string
  askedCents: number
  backCents: number
  newCents: number
  /** What the family owes in addition; negative if it owes less. */
  differenceCents: number
}
type PriceChange = {
  /** The refund for the class being left. */
  refund: Refund
  /** The price of the new class, with the rule behind each reduction. */
  lines: PricedLine[]
  rows: PriceChangeRow[]
  askedCents: number
  backCents: number
  newCents: number
  /** The amount to pay beyond what was asked before; negative if the family gets money back. */
  differenceCents: number
}

/** Rows appear in the usual order of charge kinds; rows that aren't charges come last. */
const orderOf = (kind: string): number => {
  const at = chargeKinds.findIndex(each => each === kind)
  return at < 0 ? chargeKinds.length : at
}

/**
 * The cost of a transfer on a day. `asked` are the remaining charges for the class being left, after discounts.
 * `refunds` are the tiers for leaving, or a refund computed elsewhere; null means that all of it counts towards the new
 * class. `pricing` prices the new class like any registration of that day, as if the old seat were free. So the family
 * pays exactly what it would pay without the old class, plus what the school keeps of that one.
 */
export const priceChange = (input: {
  asked: readonly RefundableCharge[]
  refunds: TierPolicy | { back: Refund } | null
  pricing: PricingInput
}): PriceChange => {
  const { term, today } = input.pricing
  const refund: Refund =
    input.refunds === null
      ? wholeOf(input.asked)
      : 'back' in input.refunds
        ? input.refunds.back
        : refundOf(input.refunds, term, today, input.asked)
  const { lines, totalCents: newCents } = price(input.pricing)
  const sum = (list: readonly { cents: number; kind: string }[], kind: string) =>
    list.reduce((total, each) => total + (each.kind === kind ? each.cents : 0), 0)
  const asked = input.asked.map(({ kind, netCents }) => ({ kind, cents: netCents }))
  const back = input.asked.map(({ kind }, index) => ({ kind, cents: refund.lines[index]!.backCents }))
  const fresh = lines.map(({ kind, netCents }) => ({ kind, cents: netCents }))
  const rows = [...new Set([...asked, ...fresh].map(({ kind }) => kind))]
    .sort((a, b) => orderOf(a) - orderOf(b) || a.localeCompare(b))
    .map(kind => {
      const [backCents, cents] = [sum(back, kind), sum(fresh, kind)]
      return { kind, askedCents: sum(asked, kind), backCents, newCents: cents, differenceCents: cents - backCents }
    })
  const { feeCents } = refund
  if (feeCents > 0)
    rows.push({ kind: 'fee', askedCents: 0, backCents: -feeCents, newCents: 0, differenceCents: feeCents })
  return {
    refund,
    lines,
    rows,
    askedCents: asked.reduce((total, { cents }) => total + cents, 0),
    backCents: refund.totalCents,
    newCents,
    differenceCents: newCents - refund.totalCents,
  }
}
