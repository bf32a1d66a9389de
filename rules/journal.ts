import { chargeKinds, paymentMethods } from '#contract/money/payments.plain.ts'
import type { LedgerEntry } from '#contract/money/payments.ts'

/**
 * Accounts of the journal: what families owe less what they have ahead, income by what was charged for, what was taken
 * off it, refunds to be repaid since their payment did not hold, and the bank by how money came or went.
 */
const journalAccounts = ['receivables', ...chargeKinds, 'discounts', 'credits', 'refunds', ...paymentMethods] as const
export type JournalAccount = (typeof journalAccounts)[number]
type JournalLine = { account: JournalAccount; debitCents: number; creditCents: number }

export type Booked = Pick<LedgerEntry, 'kind' | 'amountCents'> & {
  /** Of a charge and what belongs to it. */
  chargeKind: (typeof chargeKinds)[number] | null
  /** Of a payment and what belongs to it. */
  method: (typeof paymentMethods)[number] | null
  /** Of a charge: whether it asks for money back that was refunded of a payment that did not hold. */
  isRepayment: boolean
  /** Of a charge that is taken back: what it was, and what had been taken off and given back of it. */
  grossCents: number
  discountCents: number
  creditCents: number
  /** Of a payment that did not hold: what it was. */
  paymentCents: number
}

/** Amounts by account: more than nothing is a debit, less than nothing a credit. */
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

/** The lines of double entry that an entry of a ledger is: debits before credits, which are as much. */
export const journalLines = (entry: Booked): JournalLine[] =>
  amountsOf(entry)
    .filter(([, cents]) => cents !== 0)
    .map(([account, cents]) => ({ account, debitCents: Math.max(0, cents), creditCents: Math.max(0, -cents) }))
    .sort((a, b) => Number(a.debitCents === 0) - Number(b.debitCents === 0))
