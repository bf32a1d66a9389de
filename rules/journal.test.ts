import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeKinds, paymentMethods } from '#contract/money/payments.plain.ts'
import { type Booked, journalLines } from './journal.ts'

const cents = fc.integer({ min: 0, max: 500_000 })
const parts = {
  chargeKind: null,
  method: null,
  isRepayment: false,
  grossCents: 0,
  discountCents: 0,
  creditCents: 0,
  paymentCents: 0,
}
const ofCharge = fc.record({ chargeKind: fc.constantFrom(...chargeKinds), isRepayment: fc.boolean() })
const method = fc.constantFrom(...paymentMethods)

const entry: fc.Arbitrary<Booked> = fc.oneof(
  fc.tuple(ofCharge, cents).map(([of, amountCents]): Booked => ({ ...parts, ...of, kind: 'charge', amountCents })),
  fc
    .tuple(ofCharge, cents, fc.constantFrom('discount' as const, 'credit' as const), fc.boolean())
    .map(([of, amount, kind, isBack]): Booked => ({
      ...parts,
      ...of,
      kind,
      amountCents: kind === 'credit' && isBack ? amount : -amount,
    })),
  fc.tuple(ofCharge, cents, cents, cents).map(([of, net, discountCents, creditCents]): Booked => ({
    ...parts,
    ...of,
    kind: 'cancellation',
    amountCents: -net,
    grossCents: net + discountCents + creditCents,
    discountCents,
    creditCents,
  })),
  fc
    .tuple(method, cents, fc.constantFrom('payment' as const, 'refund' as const, 'return' as const))
    .map(([how, amount, kind]): Booked => ({
      ...parts,
      method: how,
      kind,
      amountCents: kind === 'refund' ? amount : -amount,
    })),
  fc.tuple(method, cents, cents).map(([how, left, refunded]): Booked => ({
    ...parts,
    method: how,
    kind: 'reversal',
    amountCents: left,
    paymentCents: left + refunded,
  })),
)

test('every entry balances, each line is a debit or a credit, and receivables match the ledger', () => {
  fc.assert(
    fc.property(entry, each => {
      const lines = journalLines(each)
      expect(lines.reduce((sum, { debitCents, creditCents }) => sum + debitCents - creditCents, 0)).toBe(0)
      expect(
        lines.every(
          ({ debitCents, creditCents }) => debitCents >= 0 && creditCents >= 0 && debitCents * creditCents === 0,
        ),
      ).toBe(true)
      const owed = lines.filter(({ account }) => account === 'receivables')
      expect(owed.reduce((sum, { debitCents, creditCents }) => sum + debitCents - creditCents, 0)).toBe(
        each.amountCents + 0,
      )
    }),
  )
})

test('a reversed charge leaves every account at zero', () => {
  const of = { ...parts, chargeKind: 'tuition' as const }
  const lines = (
    [
      { ...of, kind: 'charge', amountCents: 30_000 },
      { ...of, kind: 'discount', amountCents: -3_000 },
      { ...of, kind: 'credit', amountCents: -2_000 },
      {
        ...of,
        kind: 'cancellation',
        amountCents: -25_000,
        grossCents: 30_000,
        discountCents: 3_000,
        creditCents: 2_000,
      },
    ] satisfies Booked[]
  ).flatMap(journalLines)
  for (const [account, each] of Map.groupBy(lines, line => line.account))
    expect([account, each.reduce((sum, { debitCents, creditCents }) => sum + debitCents - creditCents, 0)]).toEqual([
      account,
      0,
    ])
})

test('a refund of a reversed payment stays in its own account until it is repaid', () => {
  expect(
    journalLines({ ...parts, kind: 'reversal', method: 'cheque', amountCents: 7_000, paymentCents: 10_000 }),
  ).toEqual([
    { account: 'receivables', debitCents: 7_000, creditCents: 0 },
    { account: 'refunds', debitCents: 3_000, creditCents: 0 },
    { account: 'cheque', debitCents: 0, creditCents: 10_000 },
  ])
  expect(
    journalLines({ ...parts, kind: 'charge', chargeKind: 'other', isRepayment: true, amountCents: 3_000 }),
  ).toEqual([
    { account: 'receivables', debitCents: 3_000, creditCents: 0 },
    { account: 'refunds', debitCents: 0, creditCents: 3_000 },
  ])
})
