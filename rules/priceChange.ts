import { chargeKinds } from '#contract/money/payments.plain.ts'
import { price, type PricedLine, type PricingInput } from './pricing.ts'
import { type Refund, type RefundableCharge, refundOf, type TierPolicy, wholeOf } from './refunds.ts'

type PriceChangeRow = {
  /** A kind of charge, or `fee`: what is kept of what goes back. */
  kind: string
  askedCents: number
  backCents: number
  newCents: number
  /** What the family owes more for it, or less where it is below nothing. */
  differenceCents: number
}
type PriceChange = {
  /** What goes back of the class that is left. */
  refund: Refund
  /** What the new class costs, with the rule behind each reduction. */
  lines: PricedLine[]
  rows: PriceChangeRow[]
  askedCents: number
  backCents: number
  newCents: number
  /** What is to be paid beyond what was asked before; below nothing it is given back. */
  differenceCents: number
}

/** Rows stand in the order in which the kinds of charges are listed everywhere; what is no charge comes last. */
const orderOf = (kind: string): number => {
  const at = chargeKinds.findIndex(each => each === kind)
  return at < 0 ? chargeKinds.length : at
}

/**
 * What a transfer comes to on a day. `asked` is what stands of the charges for the class that is left, after their
 * discounts; `refunds` says what of it goes back, by the tiers of leaving or as it was found out, and null that all of it
 * counts towards the new class. `pricing` is
 * the new class priced as for any registration of that day, gathered as if the old seat were free: the family then
 * pays exactly what it would without the old class, and what the school keeps of that.
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
