import { chargeKinds, paymentMethods } from '#contract/money/payments.plain.ts'
import type { LedgerEntry } from '#contract/money/payments.ts'

/**
 * The journal's accounts: what families owe less their prepaid money, income by kind of charge, discounts on it,
 * refunds to be repaid because their payment did not hold, and the bank by payment method.
 */
const journalAccounts = ['receivables', ...chargeKinds, 'discounts', 'credits', 'refunds', ...paymentMethods] as const
export type JournalAccount = (typeof journalAccounts)[number]
type JournalLine = { account: JournalAccount; debitCents: number; creditCents: number }

export type Booked = Pick<LedgerEntry, 'kind' | 'amountCents'> & {
  /** For entries about a charge. */
  chargeKind: (typeof chargeKinds)[number] | null
  /** For entries about a payment. */
  method: (typeof paymentMethods)[number] | null
  /** True for a charge that asks for a refund back because its payment did not hold. */
  isRepayment: boolean
  /** For the reversal of a charge: its original amount, its discounts, and its credits. */
  grossCents: number
  discountCents: number
  creditCents: number
  /** For a payment that did not hold: its amount. */
  paymentCents: number
}

/** Amounts by account: positive is a debit, negative a credit. */
const amountsOf = (entry: Booked): [JournalAccount, number][] => {
  const { amountCents } = entry
  const income = entry.isRepayment ? 'refunds' : (entry.chargeKind ?? 'other')
  const bank = entry.method ?? 'transfer'
  switch (entry.kind) {
    case 'charge':
      return [
        ['receivables', amountCents],
        [income, -amountCents],
      ]
    case 'discount':
    case 'credit':
      return [
        [entry.kind === 'discount' ? 'discounts' : 'credits', -amountCents],
        ['receivables', amountCents],
      ]
    case 'cancellation':
      return [
        [income, entry.grossCents],
        ['discounts', -entry.discountCents],
        ['credits', -entry.creditCents],
        ['receivables', amountCents],
      ]
    case 'payment':
    case 'refund':
    case 'return':
      return [
        [bank, -amountCents],
        ['receivables', amountCents],
      ]
    case 'reversal':
      return [
        ['receivables', amountCents],
        ['refunds', entry.paymentCents - amountCents],
        [bank, -entry.paymentCents],
      ]
  }
}

/** The double-entry lines of a ledger entry: debits before credits, with equal totals. */
export const journalLines = (entry: Booked): JournalLine[] =>
  amountsOf(entry)
    .filter(([, cents]) => cents !== 0)
    .map(([account, cents]) => ({ account, debitCents: Math.max(0, cents), creditCents: Math.max(0, -cents) }))
    .sort((a, b) => Number(a.debitCents === 0) - Number(b.debitCents === 0))
