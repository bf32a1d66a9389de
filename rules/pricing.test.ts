import { describe, expect, test } from 'vitest'
import type { PricingPolicy } from '#contract/school/config.ts'
import { stackedRules } from '#contract/settings.plain.ts'
import { price, type PricedChoice, type PricingInput } from './pricing.ts'

describe('price', () => {
  const policy: PricingPolicy = {
    registrationFeeCents: 4000,
    siblingPercent: 10,
    siblingProgrammeIds: ['language'],
    staffPercent: 50,
    classesPercent: 0,
    seniorFromAge: null,
    seniorPercent: 0,
    prorations: [
      { fromWeek: 7, numerator: 2, denominator: 3 },
      { fromWeek: 10, numerator: 1, denominator: 2 },
      { fromWeek: 13, numerator: 1, denominator: 3 },
    ],
    prorationBy: 'weeks',
    earlyPercent: 0,
    order: [...stackedRules],
    stacking: 'all',
    dueDays: 14,
  }
  const base: Omit<PricingInput, 'choices'> = {
    policy,
    term: { startsOn: '2026-09-13', earlyBirdOn: '2026-06-30' },
    today: '2026-07-01',
    siblingInFull: null,
    isStaffFamily: false,
    hasRegistrationFee: false,
  }
  const choice = (
    key: string,
    birthOn: string,
    programmeId: string,
    tuitionCents: number,
    booksCents = 0,
  ): PricedChoice => ({
    child: { key, name: key, birthOn },
    section: { id: `${programmeId}-${tuitionCents}`, name: programmeId, programmeId, tuitionCents, booksCents },
  })
  const mia = choice('Mia', '2016-01-01', 'language', 26_000, 2500)
  const leo = choice('Leo', '2018-01-01', 'language', 26_000, 2500)

  test('a family with two children gets the sibling discount once, on the younger', () => {
    const { lines, totalCents } = price({ ...base, choices: [leo, mia] })
    expect(totalCents).toBe(26_000 + 2500 + 23_400 + 2500 + 4000)
    expect(lines.find(line => line.child === 'Leo' && line.kind === 'tuition')?.discounts).toEqual([
      { rule: 'sibling', label: '10%', percent: 10, amountCents: 2600, ofCents: 26_000 },
    ])
    expect(lines.find(line => line.child === 'Mia' && line.kind === 'tuition')?.discounts).toEqual([])
  })
  test('families who register early pay no registration fee, up to the last early day', () => {
    expect(price({ ...base, today: '2026-06-30', choices: [mia] }).totalCents).toBe(28_500)
    expect(price({ ...base, today: '2026-07-01', choices: [mia] }).totalCents).toBe(32_500)
    expect(price({ ...base, hasRegistrationFee: true, choices: [mia] }).totalCents).toBe(28_500)
  })
  test.each([
    ['2026-10-24', 26_000],
    ['2026-10-25', 17_333],
    ['2026-11-15', 13_000],
    ['2026-12-06', 8667],
  ])('late joiners on %s pay %i', (today, tuition) => {
    expect(
      price({
        ...base,
        today,
        hasRegistrationFee: true,
        choices: [{ ...mia, section: { ...mia.section, booksCents: 0 } }],
      }).totalCents,
    ).toBe(tuition)
  })
  test('staff families pay half, and siblings 10% less of that', () => {
    expect(price({ ...base, isStaffFamily: true, hasRegistrationFee: true, choices: [mia, leo] }).totalCents).toBe(
      13_000 + 2500 + 11_700 + 2500,
    )
  })
  test('a child with enrolled siblings gets the discount, but not for enrichment', () => {
    expect(
      price({
        ...base,
        siblingInFull: 'an elder sibling',
        hasRegistrationFee: true,
        choices: [mia, choice('Mia', '2016-01-01', 'chess', 15_000)],
      }).totalCents,
    ).toBe(23_400 + 2500 + 15_000)
  })

  test('all but a student’s most expensive class are discounted, also when added later; seniors by age', () => {
    const chess = choice('mia', '2019-03-01', 'enrichment', 15_000)
    const language = choice('mia', '2019-03-01', 'language', 26_000)
    const rules = { ...policy, classesPercent: 20, seniorFromAge: 62, seniorPercent: 100 }
    const taken = (choices: PricedChoice[]) =>
      price({ ...base, policy: rules, choices }).lines.flatMap(({ section, discounts }) =>
        discounts.map(({ rule, amountCents }) => [section, rule, amountCents]),
      )
    expect(taken([chess, language])).toEqual([[chess.section.name, 'classes', 3000]])
    expect(taken([{ ...chess, child: { ...chess.child, hasClass: true } }])).toEqual([
      [chess.section.name, 'classes', 3000],
    ])
    expect(taken([choice('sam', '1964-09-13', 'adults', 9000)]).map(([, rule]) => rule)).toEqual(['senior'])
    expect(taken([choice('sam', '1964-09-14', 'adults', 9000)])).toEqual([])
  })
})
