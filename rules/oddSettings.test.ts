import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LateFeePolicy, PricingPolicy, RefundPolicy } from '#contract/settings.ts'
import { oddLateFees, oddPricing, oddRefunds } from './oddSettings.ts'
import { refundOf } from './refunds.ts'

const pricing: PricingPolicy = {
  registrationFeeCents: 4000,
  siblingPercent: 10,
  siblingProgrammeIds: [],
  staffPercent: 50,
  classesPercent: 0,
  seniorFromAge: 65,
  seniorPercent: 100,
  prorations: [],
  prorationBy: 'weeks',
  earlyPercent: 0,
  order: [],
  stacking: 'all',
  dueDays: 30,
}
const refunds: RefundPolicy = {
  tiers: [],
  processingFeeCents: 3000,
  refundsBooks: true,
  byFamilies: 'tiers',
  transfers: 'unused',
  transferFeeCents: 0,
}
const late: LateFeePolicy = { graceDays: 14, flatCents: 2500, percent: 0, perWeekCents: 1000, capCents: 7500 }

test('usual settings raise no question', () => {
  expect(oddPricing(pricing)).toEqual([])
  expect(oddLateFees(late)).toEqual([])
  expect(
    oddRefunds({
      ...refunds,
      tiers: [
        { until: 'days', number: 7, percent: 100 },
        { until: 'week', number: 4, percent: 90 },
        { until: 'week', number: 7, percent: 50 },
      ],
    }),
  ).toEqual([])
})

test('a full discount, a high fee and a long period each raise a question', () => {
  expect(oddPricing({ ...pricing, siblingPercent: 100, registrationFeeCents: 400_000, dueDays: 300 })).toEqual([
    { kind: 'free', field: 'siblingPercent' },
    { kind: 'dear', field: 'registrationFeeCents', cents: 400_000 },
    { kind: 'long', field: 'dueDays', days: 300 },
  ])
  expect(oddLateFees({ ...late, percent: 50, flatCents: 60_000, graceDays: 200 })).toEqual([
    { kind: 'half', field: 'percent', percent: 50 },
    { kind: 'dear', field: 'flatCents', cents: 60_000 },
    { kind: 'long', field: 'graceDays', days: 200 },
  ])
})

test('a rising refund is named by its line on the screen, in whatever order the tiers are stored', () => {
  expect(
    oddRefunds({
      ...refunds,
      tiers: [
        { until: 'week', number: 7, percent: 80 },
        { until: 'days', number: 1, percent: 50 },
      ],
    }),
  ).toEqual([{ kind: 'rising', line: 1 }])
})

test('refund tiers raise a question exactly if withdrawing later pays more', () => {
  const tier = fc.record({
    until: fc.constantFrom('week' as const, 'days' as const),
    number: fc.integer({ min: 1, max: 20 }),
    percent: fc.integer({ min: 0, max: 100 }),
  })
  fc.assert(
    fc.property(fc.uniqueArray(tier, { maxLength: 5, selector: each => `${each.until} ${each.number}` }), tiers => {
      // The day before week 1 is the day before the term. Two tiers for one day don't count as a rising refund.
      fc.pre(
        !(
          tiers.some(t => t.until === 'week' && t.number === 1) && tiers.some(t => t.until === 'days' && t.number === 1)
        ),
      )
      const policy = { ...refunds, processingFeeCents: 0, tiers }
      const backOn = (day: number): number =>
        refundOf(policy, { startsOn: '2026-03-01' }, new Date(Date.UTC(2026, 2, 1 + day)).toISOString().slice(0, 10), [
          { id: 'a', kind: 'tuition', netCents: 10_000 },
        ]).totalCents
      const days = Array.from({ length: 170 }, (_, index) => index - 25)
      const lastAny = Math.max(...days.filter(day => tiers.length > 0 && backOn(day) > 0), -25)
      const isRising = days.some(day => day < lastAny && backOn(day + 1) > backOn(day))
      expect(oddRefunds(policy).some(({ kind }) => kind === 'rising')).toBe(isRising)
    }),
  )
})
