import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RefundPolicy } from '#contract/settings.ts'
import { daysAfter } from './calendar.ts'
import { lastDayOf, refundOf, tierOn } from './refunds.ts'

const startsOn = '2026-09-13'
const policy = fc.record({
  tiers: fc.array(
    fc.record({
      until: fc.constantFrom('week' as const, 'days' as const),
      number: fc.integer({ min: 1, max: 20 }),
      percent: fc.integer({ min: 0, max: 100 }),
    }),
    { maxLength: 5 },
  ),
  processingFeeCents: fc.integer({ min: 0, max: 5000 }),
  refundsBooks: fc.boolean(),
  byFamilies: fc.constantFrom('always' as const, 'tiers' as const, 'never' as const),
  transfers: fc.constantFrom('unused' as const, 'tiers' as const),
  transferFeeCents: fc.integer({ min: 0, max: 5000 }),
})
const charges = fc.array(
  fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom('tuition', 'books'),
    netCents: fc.integer({ min: 0, max: 100_000 }),
  }),
  { maxLength: 5 },
)
const onDay = fc.integer({ min: -60, max: 200 }).map(days => daysAfter(startsOn, days))

describe('a refund', () => {
  test('is never below nothing nor above what was asked, and every line adds up', () => {
    fc.assert(
      fc.property(policy, charges, onDay, (rules, asked, day) => {
        const { lines, feeCents, totalCents } = refundOf(rules, { startsOn }, day, asked)
        const net = asked.reduce((sum, { netCents }) => sum + netCents, 0)
        expect(totalCents).toBeGreaterThanOrEqual(0)
        expect(totalCents).toBeLessThanOrEqual(net)
        for (const line of lines) expect(line.backCents + line.keptCents).toBe(line.netCents)
        expect(lines.reduce((sum, { backCents }) => sum + backCents, 0)).toBe(totalCents + feeCents)
      }),
    )
  })
  test('does not depend on the order of tiers and charges', () => {
    fc.assert(
      fc.property(policy, charges, onDay, (rules, asked, day) => {
        const turned = { ...rules, tiers: [...rules.tiers].reverse() }
        expect(refundOf(turned, { startsOn }, day, [...asked].reverse()).totalCents).toBe(
          refundOf(rules, { startsOn }, day, asked).totalCents,
        )
      }),
    )
  })
  test('never grows with time where each tier gives no more than the one before', () => {
    fc.assert(
      fc.property(policy, charges, onDay, fc.nat({ max: 100 }), (rules, asked, day, later) => {
        const percents = rules.tiers.map(({ percent }) => percent).sort((a, b) => b - a)
        const tiers = [...rules.tiers]
          .sort((a, b) => lastDayOf(a, startsOn).localeCompare(lastDayOf(b, startsOn)))
          .map((tier, index) => ({ ...tier, percent: percents[index]! }))
        const of = (when: string) => refundOf({ ...rules, tiers }, { startsOn }, when, asked).totalCents
        expect(of(daysAfter(day, later))).toBeLessThanOrEqual(of(day))
      }),
    )
  })
  test('the tiers of Lakeside hold until the day before their week begins', () => {
    const lakeside: RefundPolicy = {
      tiers: [
        { until: 'week', number: 7, percent: 50 },
        { until: 'week', number: 4, percent: 100 },
      ],
      processingFeeCents: 3000,
      refundsBooks: false,
      byFamilies: 'tiers',
      transfers: 'unused',
      transferFeeCents: 0,
    }
    const asked = [
      { id: 'a', kind: 'tuition', netCents: 26_000 },
      { id: 'b', kind: 'books', netCents: 2500 },
    ]
    const on = (day: string) => refundOf(lakeside, { startsOn }, day, asked).totalCents
    expect(on('2026-10-03')).toBe(23_000)
    expect(on('2026-10-04')).toBe(10_000)
    expect(on('2026-10-24')).toBe(10_000)
    expect(on('2026-10-25')).toBe(0)
    expect(tierOn(lakeside, startsOn, '2026-10-25')).toBeNull()
  })
})
