import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayIn, sessionDays, weekOfTerm } from './calendar.ts'
import { ageOn, overlap, isOfAge } from './fit.ts'
import { allocate, charged, invoiceStatus } from './ledger.ts'
import { placesLeft, placeState } from './places.ts'

describe('calendar', () => {
  test('Lakeside’s fall term has sixteen Sundays', () => {
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
  test('an instant falls on the local day of its time zone, also when clocks change', () => {
    expect(dayIn('America/New_York', new Date('2026-11-01T03:59:00Z'))).toBe('2026-10-31')
    expect(dayIn('America/New_York', new Date('2026-11-01T04:00:00Z'))).toBe('2026-11-01')
    expect(dayIn('Asia/Shanghai', new Date('2026-10-31T16:00:00Z'))).toBe('2026-11-01')
  })
  test('weeks of a term count from its first day', () => {
    expect([
      weekOfTerm('2026-09-13', '2026-09-12'),
      weekOfTerm('2026-09-13', '2026-09-13'),
      weekOfTerm('2026-09-13', '2026-09-20'),
    ]).toEqual([0, 1, 2])
  })
  test('a child is a year older from the birthday on', () => {
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
  test('a freed seat belongs to the waitlist', () =>
    expect(placesLeft({ capacity: 20, seated: 19, waiting: 1, held: 0 })).toBe(0))
  test('a seat in a cart isn’t free for others', () =>
    expect(placesLeft({ capacity: 20, seated: 18, waiting: 0, held: 2 })).toBe(0))
  test('the age range includes both ends', () => {
    const ageDay = '2026-09-13'
    expect(isOfAge('2020-09-13', { ageDay, ageFrom: 6, ageTo: 6 })).toBe(true)
    expect(isOfAge('2020-09-14', { ageDay, ageFrom: 6, ageTo: 6 })).toBe(false)
    expect(isOfAge('2020-09-14', { ageDay, ageFrom: null, ageTo: null })).toBe(true)
  })
})

describe('ledger', () => {
  const charge = fc.record({
    id: fc.uuid(),
    dueOn: fc.constantFrom('2026-09-01', '2026-10-01', '2026-11-01'),
    outstandingCents: fc.integer({ min: 0, max: 50_000 }),
  })
  test('allocations and credit add up to the payment, and allocations never exceed what is owed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200_000 }), fc.array(charge, { maxLength: 10 }), (amount, charges) => {
        const { allocations, creditCents } = allocate(amount, charges)
        expect(allocations.reduce((sum, each) => sum + each.amountCents, creditCents)).toBe(amount)
        const open = charges.reduce((sum, each) => sum + each.outstandingCents, 0)
        expect(creditCents).toBe(Math.max(0, amount - open))
      }),
    )
  })
  test('the charge due first is paid first', () => {
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
  test('an invoice is overdue the day after its due date, and canceled once nothing of it is left', () => {
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
  test('a family already charged is skipped unless asked for, and an excluded one always', () => {
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
