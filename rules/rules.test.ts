import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PricingPolicy } from '#contract/config.ts'
import { dayIn, sessionDays, weekOfTerm } from './calendar.ts'
import { ageOn, overlap, isOfAge } from './fit.ts'
import { allocate, charged, invoiceStatus } from './ledger.ts'
import { placesLeft, placeState } from './places.ts'
import { price, type PricedChoice, type PricingInput } from './pricing.ts'

describe('calendar', () => {
  test('the fall term of Lakeside has sixteen Sundays', () => {
    const days = sessionDays({ startsOn: '2026-09-13', endsOn: '2027-01-17', weekdays: [7] }, [
      '2026-11-29',
      '2026-12-27',
      '2027-01-03',
    ])
    expect(days).toHaveLength(16)
    expect(days[0]).toBe('2026-09-13')
    expect(days.at(-1)).toBe('2027-01-17')
    expect(days).not.toContain('2026-11-29')
  })
  test('an instant belongs to the day of the zone, also where clocks change', () => {
    expect(dayIn('America/New_York', new Date('2026-11-01T03:59:00Z'))).toBe('2026-10-31')
    expect(dayIn('America/New_York', new Date('2026-11-01T04:00:00Z'))).toBe('2026-11-01')
    expect(dayIn('Asia/Shanghai', new Date('2026-10-31T16:00:00Z'))).toBe('2026-11-01')
  })
  test('weeks of a term begin on its first day', () => {
    expect([
      weekOfTerm('2026-09-13', '2026-09-12'),
      weekOfTerm('2026-09-13', '2026-09-13'),
      weekOfTerm('2026-09-13', '2026-09-20'),
    ]).toEqual([0, 1, 2])
  })
  test('a birthday counts from its day on', () => {
    expect([
      ageOn('2018-09-14', '2026-09-13'),
      ageOn('2018-09-13', '2026-09-13'),
      ageOn('2016-02-29', '2026-02-28'),
      ageOn('2016-02-29', '2026-03-01'),
    ]).toEqual([7, 8, 9, 10])
  })
  test('one class may begin when another ends', () => {
    const a = { weekday: 7, startsAt: '14:00', endsAt: '15:50' }
    expect(overlap(a, { weekday: 7, startsAt: '15:50', endsAt: '17:00' })).toBe(false)
    expect(overlap(a, { weekday: 7, startsAt: '15:49', endsAt: '17:00' })).toBe(true)
    expect(overlap(a, { weekday: 6, startsAt: '14:00', endsAt: '15:50' })).toBe(false)
  })
})

describe('places', () => {
  const open = {
    status: 'open',
    termStatus: 'registration',
    needsApproval: false,
    capacity: 20,
    seated: 10,
    waiting: 0,
    held: 0,
  } as const
  test.each([
    [{}, 'open'],
    [{ seated: 17 }, 'few'],
    [{ seated: 20 }, 'waitlist'],
    [{ seated: 19, waiting: 1 }, 'waitlist'],
    [{ needsApproval: true }, 'approval'],
    [{ status: 'published' as const }, 'closed'],
    [{ termStatus: 'closed' as const }, 'closed'],
  ])('%o is %s', (change, state) => expect(placeState({ ...open, ...change })).toBe(state))
  test('a freed seat belongs to who waits', () =>
    expect(placesLeft({ capacity: 20, seated: 19, waiting: 1, held: 0 })).toBe(0))
  test('a seat in a cart is nobody else’s', () =>
    expect(placesLeft({ capacity: 20, seated: 18, waiting: 0, held: 2 })).toBe(0))
  test('the age rule counts both ends', () => {
    const ageDay = '2026-09-13'
    expect(isOfAge('2020-09-13', { ageDay, ageFrom: 6, ageTo: 6 })).toBe(true)
    expect(isOfAge('2020-09-14', { ageDay, ageFrom: 6, ageTo: 6 })).toBe(false)
    expect(isOfAge('2020-09-14', { ageDay, ageFrom: null, ageTo: null })).toBe(true)
  })
})

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
      { rule: 'sibling', label: '10%', amountCents: 2600 },
    ])
    expect(lines.find(line => line.child === 'Mia' && line.kind === 'tuition')?.discounts).toEqual([])
  })
  test('early families pay no registration fee, to the day', () => {
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
  test('staff families pay half, siblings a tenth less of the rest', () => {
    expect(price({ ...base, isStaffFamily: true, hasRegistrationFee: true, choices: [mia, leo] }).totalCents).toBe(
      13_000 + 2500 + 11_700 + 2500,
    )
  })
  test('a child after enrolled siblings gets the discount, enrichment does not', () => {
    expect(
      price({
        ...base,
        siblingInFull: 'an elder sibling',
        hasRegistrationFee: true,
        choices: [mia, choice('Mia', '2016-01-01', 'chess', 15_000)],
      }).totalCents,
    ).toBe(23_400 + 2500 + 15_000)
  })

  test('every class of a student but the dearest is cheaper, also with a later registration; seniors by their age', () => {
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
  const anyChoice = fc.record({
    child: fc.constantFrom(
      { key: 'a', name: 'A', birthOn: '2015-01-01' },
      { key: 'b', name: 'B', birthOn: '2015-01-01' },
      { key: 'c', name: 'C', birthOn: '2018-05-05' },
    ),
    section: fc.record({
      id: fc.uuid(),
      name: fc.constantFrom('G1', 'G2', 'Chess'),
      programmeId: fc.constantFrom('language', 'enrichment'),
      tuitionCents: fc.integer({ min: 0, max: 100_000 }),
      booksCents: fc.integer({ min: 0, max: 5000 }),
    }),
  })
  const anyInput = fc.record({
    policy: fc.record({
      registrationFeeCents: fc.integer({ min: 0, max: 10_000 }),
      siblingPercent: fc.integer({ min: 0, max: 100 }),
      siblingProgrammeIds: fc.constantFrom<string[][]>([], ['language']),
      staffPercent: fc.integer({ min: 0, max: 100 }),
      classesPercent: fc.integer({ min: 0, max: 100 }),
      seniorFromAge: fc.constantFrom(null, 18, 62),
      seniorPercent: fc.integer({ min: 0, max: 100 }),
      prorations: fc.array(
        fc.record({
          fromWeek: fc.integer({ min: 2, max: 20 }),
          numerator: fc.integer({ min: 0, max: 5 }),
          denominator: fc.integer({ min: 1, max: 5 }),
        }),
        { maxLength: 3 },
      ),
      dueDays: fc.constant(14),
    }),
    term: fc.constant({ startsOn: '2026-09-13', earlyBirdOn: '2026-06-30' }),
    today: fc.constantFrom('2026-06-01', '2026-09-20', '2026-11-22'),
    siblingInFull: fc.constantFrom(null, 'a', 'somebody else'),
    isStaffFamily: fc.boolean(),
    hasRegistrationFee: fc.boolean(),
  })
  test('no line is ever negative, lines sum up to the total, and each line to its discounts', () => {
    fc.assert(
      fc.property(anyInput, fc.array(anyChoice, { maxLength: 8 }), (input, choices) => {
        const { lines, totalCents } = price({ ...input, choices })
        expect(lines.reduce((sum, line) => sum + line.netCents, 0)).toBe(totalCents)
        for (const line of lines) {
          expect(line.netCents).toBeGreaterThanOrEqual(0)
          expect(line.amountCents - line.discounts.reduce((sum, each) => sum + each.amountCents, 0)).toBe(line.netCents)
        }
      }),
    )
  })
  test('the order of the cart never matters', () => {
    fc.assert(
      fc.property(
        anyInput,
        fc
          .array(anyChoice, { maxLength: 6 })
          .chain(choices =>
            fc.tuple(fc.constant(choices), fc.shuffledSubarray(choices, { minLength: choices.length })),
          ),
        (input, [choices, shuffled]) => {
          expect(price({ ...input, choices: shuffled })).toEqual(price({ ...input, choices }))
        },
      ),
    )
  })
})

describe('ledger', () => {
  const charge = fc.record({
    id: fc.uuid(),
    dueOn: fc.constantFrom('2026-09-01', '2026-10-01', '2026-11-01'),
    outstandingCents: fc.integer({ min: 0, max: 50_000 }),
  })
  test('allocations and credit sum up to the payment and never cover more than is open', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200_000 }), fc.array(charge, { maxLength: 10 }), (amount, charges) => {
        const { allocations, creditCents } = allocate(amount, charges)
        expect(allocations.reduce((sum, each) => sum + each.amountCents, creditCents)).toBe(amount)
        const open = charges.reduce((sum, each) => sum + each.outstandingCents, 0)
        expect(creditCents).toBe(Math.max(0, amount - open))
      }),
    )
  })
  test('what is due first is covered first', () => {
    expect(
      allocate(150, [
        { id: 'late', dueOn: '2026-11-01', outstandingCents: 100 },
        { id: 'soon', dueOn: '2026-09-01', outstandingCents: 100 },
      ]).allocations,
    ).toEqual([
      { chargeId: 'soon', amountCents: 100 },
      { chargeId: 'late', amountCents: 50 },
    ])
  })
  test('an invoice is overdue the day after it was due, and cancelled when nothing of it is left', () => {
    const invoice = { totalCents: 100, reversedCents: 0, paidCents: 0, dueOn: '2026-09-30' }
    expect([
      invoiceStatus(invoice, '2026-09-30'),
      invoiceStatus(invoice, '2026-10-01'),
      invoiceStatus({ ...invoice, paidCents: 100 }, '2026-10-01'),
      invoiceStatus({ ...invoice, paidCents: 1 }, '2026-09-30'),
      invoiceStatus({ ...invoice, totalCents: 0, reversedCents: 100 }, '2026-10-01'),
      invoiceStatus({ ...invoice, totalCents: 0 }, '2026-10-01'),
    ]).toEqual(['issued', 'overdue', 'paid', 'partly-paid', 'cancelled', 'paid'])
  })
  test('whoever has the charge is left out unless asked for, and whoever is left out is out', () => {
    const payer = fc.record({ key: fc.uuid(), chargedOn: fc.constantFrom(null, '2026-09-01') })
    fc.assert(
      fc.property(
        fc.uniqueArray(payer, { selector: ({ key }) => key }).chain(payers => {
          const some = fc.subarray(payers.map(({ key }) => key))
          return fc.tuple(fc.constant(payers), some, some)
        }),
        ([payers, again, without]) => {
          const keys = charged(payers, again, without).map(({ key }) => key)
          for (const { key, chargedOn } of payers)
            expect(keys.includes(key)).toBe(!without.includes(key) && (chargedOn === null || again.includes(key)))
        },
      ),
    )
  })
})
