import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PricingPolicy } from '#contract/settings.ts'
import { stackedRules } from '#contract/settings.plain.ts'
import { priceChange } from './priceChange.ts'
import { type Award, price, type PricedChoice, type PricingInput, type Promo, type Worth } from './pricing.ts'
import type { RefundableCharge, TierPolicy } from './refunds.ts'

const runs = { numRuns: 500 }
/** Milliseconds; thousands of runs take long on a busy machine. */
const patience = 60_000
const percent = fc.integer({ min: 0, max: 100 })
const cents = fc.integer({ min: 0, max: 60_000 })

const anyChoice: fc.Arbitrary<PricedChoice> = fc.record({
  child: fc.constantFrom(
    { key: 'a', name: 'A', birthOn: '2015-01-01' },
    { key: 'b', name: 'B', birthOn: '2015-01-01', hasClass: true },
    { key: 'c', name: 'C', birthOn: '' },
    { key: 'd', name: 'D', birthOn: '1950-05-05' },
  ),
  section: fc.record({
    id: fc.uuid(),
    name: fc.constantFrom('G1', 'G2', 'Chess'),
    programmeId: fc.constantFrom('language', 'enrichment'),
    tuitionCents: fc.integer({ min: 0, max: 100_000 }),
    booksCents: fc.integer({ min: 0, max: 5000 }),
    sessions: fc.option(
      fc.integer({ min: 0, max: 16 }).map(left => ({ left, all: 16 })),
      { nil: undefined },
    ),
  }),
  type: fc.constantFrom('regular' as const, 'regular' as const, 'audit' as const, 'guest' as const, undefined),
}) as fc.Arbitrary<PricedChoice>

const anyPolicy: fc.Arbitrary<PricingPolicy> = fc.record({
  registrationFeeCents: fc.integer({ min: 0, max: 10_000 }),
  siblingPercent: percent,
  siblingProgrammeIds: fc.constantFrom<string[][]>([], ['language']),
  staffPercent: percent,
  classesPercent: percent,
  seniorFromAge: fc.constantFrom(null, 18, 62),
  seniorPercent: percent,
  prorations: fc.array(
    fc.record({
      fromWeek: fc.integer({ min: 2, max: 20 }),
      numerator: fc.integer({ min: 0, max: 5 }),
      denominator: fc.integer({ min: 1, max: 5 }),
    }),
    { maxLength: 3 },
  ),
  prorationBy: fc.constantFrom('weeks', 'sessions'),
  earlyPercent: percent,
  order: fc.shuffledSubarray([...stackedRules]),
  stacking: fc.constantFrom('all', 'largest'),
  dueDays: fc.constant(14),
})

const anyWorth: fc.Arbitrary<Worth> = fc.oneof(
  percent.map(share => ({ percent: share, amountCents: null })),
  cents.map(amountCents => ({ percent: null, amountCents })),
)
const anyAward: fc.Arbitrary<Award> = fc
  .tuple(
    anyWorth,
    fc.record({
      id: fc.uuid(),
      childKey: fc.constantFrom(null, 'a', 'b', 'c'),
      covers: fc.constantFrom('tuition' as const, 'all' as const),
    }),
  )
  .map(([worth, about]) => ({ ...about, ...worth }))
const anyPromo: fc.Arbitrary<Promo> = fc
  .tuple(
    anyWorth,
    fc.record({
      id: fc.uuid(),
      code: fc.constant('WELCOME'),
      programmeIds: fc.constantFrom<string[][]>([], ['language'], ['music']),
      isCombinable: fc.boolean(),
    }),
  )
  .map(([worth, about]) => ({ ...about, ...worth }))

const anyInput: fc.Arbitrary<PricingInput> = fc.record({
  policy: anyPolicy,
  term: fc.constant({ startsOn: '2026-09-13', earlyBirdOn: '2026-06-30' }),
  today: fc.constantFrom('2026-06-01', '2026-09-20', '2026-11-22'),
  choices: fc.array(anyChoice, { maxLength: 7 }),
  siblingInFull: fc.constantFrom(null, 'a', 'somebody else'),
  isStaffFamily: fc.boolean(),
  hasRegistrationFee: fc.boolean(),
  awards: fc.array(anyAward, { maxLength: 4 }),
  promo: fc.option(anyPromo, { nil: null }),
})

const total = (input: PricingInput): number => price(input).totalCents
const shuffled = <T>(list: readonly T[]) => fc.shuffledSubarray([...list], { minLength: list.length })

describe('under any pricing rules', () => {
  test(
    'no line or total is negative, and lines add up to the total to the cent',
    () => {
      fc.assert(
        fc.property(anyInput, input => {
          const { lines, totalCents } = price(input)
          expect(lines.reduce((sum, line) => sum + line.netCents, 0)).toBe(totalCents)
          for (const line of lines) {
            expect(line.netCents).toBeGreaterThanOrEqual(0)
            let left = line.amountCents
            for (const discount of line.discounts) {
              expect(discount.amountCents).toBeGreaterThan(0)
              // Each discount correctly reports the amount that it was taken from: what the ones before it left.
              expect(discount.ofCents).toBe(left)
              left -= discount.amountCents
            }
            expect(left).toBe(line.netCents)
          }
        }),
        runs,
      )
    },
    patience,
  )

  test(
    'the order of choices and scholarships never matters, and the same input gives the same price',
    () => {
      fc.assert(
        fc.property(
          anyInput.chain(input => fc.tuple(fc.constant(input), shuffled(input.choices), shuffled(input.awards ?? []))),
          ([input, choices, awards]) => {
            const before = structuredClone(input)
            expect(price({ ...input, choices, awards })).toEqual(price(input))
            expect(price(input)).toEqual(price(before))
            expect(input).toEqual(before)
          },
        ),
        runs,
      )
    },
    patience,
  )

  test(
    'another discount, or a larger one, never raises the price',
    () => {
      const percents = ['earlyPercent', 'staffPercent', 'seniorPercent', 'siblingPercent', 'classesPercent'] as const
      fc.assert(
        fc.property(
          anyInput,
          fc.constantFrom(...percents),
          percent,
          anyAward,
          anyPromo,
          (input, rule, more, award, promo) => {
            const without = total(input)
            const { policy } = input
            const larger = { ...policy, [rule]: Math.max(policy[rule], more) }
            expect(total({ ...input, policy: larger })).toBeLessThanOrEqual(without)
            expect(total({ ...input, awards: [...(input.awards ?? []), award] })).toBeLessThanOrEqual(without)
            const bare = { ...input, promo: null }
            expect(total({ ...bare, promo })).toBeLessThanOrEqual(total(bare))
            expect(total({ ...input, isStaffFamily: true })).toBeLessThanOrEqual(
              total({ ...input, isStaffFamily: false }),
            )
          },
        ),
        runs,
      )
    },
    patience,
  )

  test(
    'no scholarship or code takes off more than it is worth, or applies where it shouldn’t',
    () => {
      fc.assert(
        fc.property(anyInput, input => {
          const { lines, promo } = price(input)
          const taken = lines.flatMap(line => line.discounts.map(discount => ({ line, ...discount })))
          for (const award of input.awards ?? []) {
            const own = taken.filter(({ sourceId }) => sourceId === award.id)
            for (const { line } of own) {
              expect(award.childKey === null || line.childKey === award.childKey).toBe(true)
              expect(award.covers === 'all' || line.kind === 'tuition').toBe(true)
            }
            if (award.amountCents !== null)
              expect(own.reduce((sum, each) => sum + each.amountCents, 0)).toBeLessThanOrEqual(award.amountCents)
          }
          const coded = taken.filter(({ rule }) => rule === 'promo')
          expect(coded.length > 0).toBe(promo === 'taken')
          if (input.promo && input.promo.amountCents !== null)
            expect(coded.reduce((sum, each) => sum + each.amountCents, 0)).toBeLessThanOrEqual(input.promo.amountCents)
          if (input.promo?.isCombinable === false && promo === 'taken')
            expect(
              taken.filter(({ rule, line }) => line.kind === 'tuition' && rule !== 'promo' && rule !== 'proration'),
            ).toEqual([])
          if (input.policy.stacking === 'largest')
            for (const line of lines)
              expect(line.discounts.filter(each => each.percent !== undefined).length).toBeLessThanOrEqual(1)
        }),
        runs,
      )
    },
    patience,
  )
})

describe('a change of class', () => {
  const refunds: fc.Arbitrary<TierPolicy> = fc.record({
    tiers: fc.array(
      fc.record({
        until: fc.constantFrom('week' as const, 'days' as const),
        number: fc.integer({ min: 1, max: 20 }),
        percent,
      }),
      { maxLength: 4 },
    ),
    processingFeeCents: fc.integer({ min: 0, max: 5000 }),
    refundsBooks: fc.boolean(),
  })
  const chargesOf = (input: PricingInput): RefundableCharge[] =>
    price(input).lines.map(({ kind, netCents }, index) => ({ id: String(index), kind, netCents }))

  test(
    'adds up row by row, and never refunds more than was charged',
    () => {
      fc.assert(
        fc.property(anyInput, anyInput, fc.option(refunds, { nil: null }), (old, pricing, policy) => {
          const change = priceChange({ asked: chargesOf(old), refunds: policy, pricing })
          expect(change.askedCents).toBe(total(old))
          expect(change.backCents).toBeGreaterThanOrEqual(0)
          expect(change.backCents).toBeLessThanOrEqual(change.askedCents)
          expect(change.newCents).toBe(total(pricing))
          expect(change.differenceCents).toBe(change.newCents - change.backCents)
          expect(change.rows.reduce((sum, row) => sum + row.differenceCents, 0)).toBe(change.differenceCents)
          expect(change.rows.reduce((sum, row) => sum + row.askedCents, 0)).toBe(change.askedCents)
        }),
        runs,
      )
    },
    patience,
  )
  test(
    'comes to the price of the new class if everything charged counts toward it',
    () => {
      fc.assert(
        fc.property(anyInput, anyInput, (old, pricing) => {
          const { differenceCents } = priceChange({ asked: chargesOf(old), refunds: null, pricing })
          expect(total(old) + differenceCents).toBe(total(pricing))
          expect(priceChange({ asked: chargesOf(old), refunds: null, pricing: old }).differenceCents).toBe(0)
        }),
        runs,
      )
    },
    patience,
  )
})
