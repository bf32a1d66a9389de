import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RefundPolicy } from '#contract/settings.ts'
import { daysAfter } from './days.ts'
import { familyWay, freedOf, lastDayOf, lessonsLeftOf, refundOf, tierAfter, tierOn, transferOf } from './refunds.ts'

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
  test('is never negative or more than was charged, and every line adds up', () => {
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
  test('never grows over time if each tier refunds no more than the one before', () => {
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
  test('follows Lakeside’s tiers until the day before their week begins', () => {
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

describe('a transfer', () => {
  const share = fc.record({ of: fc.integer({ min: 0, max: 50_000 }), more: fc.integer({ min: 0, max: 50_000 }) })
  const asShare = ({ of, more }: { of: number; more: number }) => ({ of, whole: of + more })
  test('never refunds more than was charged, and every line adds up', () => {
    fc.assert(
      fc.property(policy, charges, onDay, share, share, fc.boolean(), (rules, asked, day, left, paid, isSame) => {
        const old = asked.map(charge => ({ ...charge, left: asShare(left), asked: asShare(paid) }))
        const { lines, feeCents, totalCents } = transferOf(rules, { startsOn }, day, old, isSame)
        const net = asked.reduce((sum, { netCents }) => sum + netCents, 0)
        expect(totalCents).toBeGreaterThanOrEqual(0)
        expect(totalCents).toBeLessThanOrEqual(net)
        for (const line of lines) expect(line.backCents + line.keptCents).toBe(line.netCents)
        expect(lines.reduce((sum, { backCents }) => sum + backCents, 0)).toBe(totalCents + feeCents)
      }),
    )
  })
  test('refunds all tuition while a new student would still pay the full price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 1, max: 90_000 }), (netCents, whole) => {
        const rules: RefundPolicy = {
          tiers: [],
          processingFeeCents: 3000,
          refundsBooks: true,
          byFamilies: 'tiers',
          transfers: 'unused',
          transferFeeCents: 0,
        }
        const old = [{ id: 'a', kind: 'tuition', netCents, left: { of: whole, whole }, asked: { of: whole, whole } }]
        expect(transferOf(rules, { startsOn }, '2026-12-01', old, false).totalCents).toBe(netCents)
      }),
    )
  })
})

test('the amount freed never exceeds the family’s prepaid money', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 50_000 }),
      fc.integer({ min: -50_000, max: 50_000 }),
      fc.integer({ min: 0, max: 50_000 }),
      (totalCents, balanceCents, returningCents) => {
        const { coversCents, freeCents } = freedOf(totalCents, { balanceCents, returningCents })
        expect(coversCents + freeCents).toBe(totalCents)
        expect(coversCents).toBeGreaterThanOrEqual(0)
        expect(freeCents).toBeGreaterThanOrEqual(0)
        // The family's prepaid money covers both the refundable amount and refunds requested before.
        if (freeCents > 0) expect(freeCents + returningCents).toBeLessThanOrEqual(totalCents - balanceCents)
      },
    ),
  )
})

test('families can withdraw on their own while a tier applies, unless the school decides otherwise', () => {
  fc.assert(
    fc.property(policy, onDay, (rules, day) => {
      const holds = tierOn(rules, startsOn, day) !== null
      expect(familyWay({ ...rules, byFamilies: 'always' }, startsOn, day)).toBe('now')
      expect(familyWay({ ...rules, byFamilies: 'never' }, startsOn, day)).toBe('ask')
      expect(familyWay({ ...rules, byFamilies: 'tiers' }, startsOn, day)).toBe(holds ? 'now' : 'ask')
      // The next tier starts after the tier of the day has ended.
      const tier = tierOn(rules, startsOn, day)
      const next = tierAfter(rules, startsOn, day)
      if (tier && next) expect(lastDayOf(next, startsOn) > lastDayOf(tier, startsOn)).toBe(true)
    }),
  )
})

describe('a class canceled after it has begun', () => {
  const lessons = fc.record({ had: fc.integer({ min: 0, max: 20 }), left: fc.integer({ min: 0, max: 20 }) })

  test('refunds between nothing and everything, never charges a fee, and adds up', () => {
    fc.assert(
      fc.property(policy, charges, lessons, (rule, asked, of) => {
        const { lines, totalCents, feeCents } = lessonsLeftOf(rule, asked, of)
        const sums = lines.every(line => line.backCents + line.keptCents === line.netCents && line.backCents >= 0)
        return sums && feeCents === 0 && totalCents === lines.reduce((sum, line) => sum + line.backCents, 0)
      }),
    )
  })

  test('refunds more the more lessons are left, and everything before the first', () => {
    fc.assert(
      fc.property(charges, lessons, (asked, { had, left }) => {
        const back = (of: { had: number; left: number }) => lessonsLeftOf({ refundsBooks: true }, asked, of).totalCents
        const all = asked.reduce((sum, { netCents }) => sum + netCents, 0)
        return back({ had: 0, left }) === all && back({ had, left: left + 1 }) >= back({ had: had + 1, left })
      }),
    )
  })

  test('refunds half the tuition after half the lessons, and no books that were handed out', () => {
    const asked = [
      { id: 't', kind: 'tuition', netCents: 26_000 },
      { id: 'b', kind: 'books', netCents: 2500 },
    ]
    const { lines, totalCents } = lessonsLeftOf({ refundsBooks: false }, asked, { had: 7, left: 7 })
    expect(lines.map(({ backCents, why }) => [backCents, why])).toEqual([
      [13_000, 'used'],
      [0, 'books'],
    ])
    expect(totalCents).toBe(13_000)
  })
})
