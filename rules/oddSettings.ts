import type { LateFeePolicy, PricingPolicy, RefundPolicy } from '#contract/settings.ts'
import { lastDayOf } from './refunds.ts'

/** A setting that an administrator rarely intends. The screen asks about it once and keeps it if confirmed. */
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

/** Cents; a fee above this is far from what schools charge besides tuition. */
const dearFrom = 50_000
const longDays = 120

const dear = <F extends string>(policy: { readonly [K in F]: number }, fields: readonly F[]) =>
  fields.flatMap(field => (policy[field] > dearFrom ? [{ kind: 'dear' as const, field, cents: policy[field] }] : []))

const long = (field: 'dueDays' | 'graceDays', days: number): Odd[] =>
  days > longDays ? [{ kind: 'long', field, days }] : []

/**
 * Unusual settings: a discount that leaves nothing to pay, or a fee or period far from the usual. That seniors pay
 * nothing is usual.
 */
export const oddPricing = (policy: PricingPolicy): Odd[] => [
  ...(['siblingPercent', 'staffPercent', 'classesPercent', 'earlyPercent'] as const)
    .filter(field => policy[field] === 100)
    .map(field => ({ kind: 'free' as const, field })),
  ...dear(policy, ['registrationFeeCents']),
  ...long('dueDays', policy.dueDays),
]

/**
 * Refund tiers that return more the later a family leaves. `line` is the 1-based index of the first tier that returns
 * more than the one before it.
 */
export const oddRefunds = (policy: RefundPolicy): Odd[] => {
  // Any term start gives the same order of tiers.
  const lines = policy.tiers
    .map((tier, index) => ({ line: index + 1, percent: tier.percent, until: lastDayOf(tier, '2001-01-01') }))
    .sort((a, b) => a.until.localeCompare(b.until))
  const rising = lines.find((each, index) => index > 0 && each.percent > lines[index - 1]!.percent)
  return [
    ...(rising ? [{ kind: 'rising' as const, line: rising.line }] : []),
    ...dear(policy, ['processingFeeCents', 'transferFeeCents']),
  ]
}

/** A late fee of half the debt or more, or one charged very late. */
export const oddLateFees = (policy: LateFeePolicy): Odd[] => [
  ...(policy.percent >= 50 ? [{ kind: 'half' as const, field: 'percent' as const, percent: policy.percent }] : []),
  ...dear(policy, ['flatCents', 'perWeekCents']),
  ...long('graceDays', policy.graceDays),
]
