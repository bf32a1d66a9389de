import type { LateFeePolicy, PricingPolicy, RefundPolicy } from '#contract/settings.ts'
import { lastDayOf } from './refunds.ts'

/** What an administrator rarely means: it is asked about once, and kept if they do. */
export type Odd =
  | { kind: 'free'; field: 'siblingPercent' | 'staffPercent' | 'classesPercent' | 'earlyPercent' }
  | {
      kind: 'dear'
      field: 'registrationFeeCents' | 'processingFeeCents' | 'transferFeeCents' | 'flatCents' | 'perWeekCents'
      cents: number
    }
  | { kind: 'long'; field: 'dueDays' | 'graceDays'; days: number }
  | { kind: 'half'; field: 'percent'; percent: number }
  | { kind: 'rising'; line: number }

/** An amount above this is far from what schools ask beside tuition. */
const dearFrom = 50_000
const longDays = 120

const dear = <F extends string>(policy: { readonly [K in F]: number }, fields: readonly F[]) =>
  fields.flatMap(field => (policy[field] > dearFrom ? [{ kind: 'dear' as const, field, cents: policy[field] }] : []))

const long = (field: 'dueDays' | 'graceDays', days: number): Odd[] =>
  days > longDays ? [{ kind: 'long', field, days }] : []

/** A discount that leaves nothing to pay, a fee or a time far from the usual. That the old pay nothing is usual. */
export const oddPricing = (policy: PricingPolicy): Odd[] => [
  ...(['siblingPercent', 'staffPercent', 'classesPercent', 'earlyPercent'] as const)
    .filter(field => policy[field] === 100)
    .map(field => ({ kind: 'free' as const, field })),
  ...dear(policy, ['registrationFeeCents']),
  ...long('dueDays', policy.dueDays),
]

/** Lines by which a family gets more back the later it leaves: the line, counted from one, that gives more than one before. */
export const oddRefunds = (policy: RefundPolicy): Odd[] => {
  // Any term will do: what counts is which line ends first.
  const lines = policy.tiers
    .map((tier, index) => ({ line: index + 1, percent: tier.percent, until: lastDayOf(tier, '2001-01-01') }))
    .sort((a, b) => a.until.localeCompare(b.until))
  const rising = lines.find((each, index) => index > 0 && each.percent > lines[index - 1]!.percent)
  return [
    ...(rising ? [{ kind: 'rising' as const, line: rising.line }] : []),
    ...dear(policy, ['processingFeeCents', 'transferFeeCents']),
  ]
}

/** A late fee of half the debt and more, or one that comes very late. */
export const oddLateFees = (policy: LateFeePolicy): Odd[] => [
  ...(policy.percent >= 50 ? [{ kind: 'half' as const, field: 'percent' as const, percent: policy.percent }] : []),
  ...dear(policy, ['flatCents', 'perWeekCents']),
  ...long('graceDays', policy.graceDays),
]
