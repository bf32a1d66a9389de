import * as z from 'zod/mini'
import { read, write } from './callable.ts'
import { Cents, Day, Id, Line, ListInput, OptionalLine, page, PositiveCents } from './values.ts'

export const paymentStatuses = ['initiated', 'pending', 'succeeded', 'failed', 'disputed', 'bounced'] as const
export const PaymentStatus = z.enum(paymentStatuses)
export type PaymentStatus = z.infer<typeof PaymentStatus>
/** The only moves a payment makes: screens show buttons by it, functions refuse by it. */
export const paymentMoves: Record<PaymentStatus, readonly PaymentStatus[]> = {
  initiated: ['pending', 'succeeded', 'failed'],
  pending: ['succeeded', 'failed'],
  succeeded: ['disputed', 'bounced'],
  failed: [],
  disputed: ['succeeded', 'bounced'],
  bounced: [],
}
export const paymentMethods = ['cheque', 'cash', 'transfer'] as const
export const PaymentMethod = z.enum(paymentMethods)

export const invoiceStatuses = ['draft', 'issued', 'partly-paid', 'paid', 'overdue', 'cancelled'] as const
export const chargeKinds = ['tuition', 'books', 'registration', 'other'] as const

/** One line of the family's ledger, oldest first; amounts that the family owes are positive. */
export const LedgerEntry = z.object({
  id: Id,
  at: z.string(),
  onDay: Day,
  kind: z.enum(['charge', 'discount', 'payment', 'reversal']),
  chargeKind: z.nullable(z.string()),
  rule: z.nullable(z.string()),
  method: z.nullable(z.string()),
  student: z.string(),
  studentNativeName: z.string(),
  section: z.string(),
  sectionNativeName: z.string(),
  description: z.string(),
  reference: z.string(),
  amountCents: Cents,
  balanceCents: Cents,
  /** Set on payments that have a receipt: its PDF is at `/files/receipts/{id}.pdf`. */
  receiptId: z.nullable(Id),
  receiptNumber: z.nullable(z.string()),
  status: z.nullable(PaymentStatus),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>
export const Invoice = z.object({
  id: Id,
  number: z.string(),
  term: z.string(),
  termNativeName: z.string(),
  issuedOn: Day,
  dueOn: Day,
  totalCents: Cents,
  paidCents: Cents,
  status: z.enum(invoiceStatuses),
})
export const Ledger = z.object({
  householdId: Id,
  household: z.string(),
  entries: z.array(LedgerEntry),
  invoices: z.array(Invoice),
  balanceCents: Cents,
  /** Charges not yet covered, at most the balance. */
  owedCents: Cents,
  /** Payments not yet allocated to a charge. */
  creditCents: Cents,
})
export type Ledger = z.infer<typeof Ledger>

export const payments = {
  /** The ledgers that the caller may see: a parent's own households, an administrator's choice. */
  'payments-ledger': read({
    by: ['admin', 'parent'],
    input: z.object({ householdId: z.optional(Id) }),
    output: z.array(Ledger),
  }),
  'payments-households': read({
    by: ['admin'],
    input: z.object({ ...ListInput.shape, view: z.optional(z.enum(['all', 'owing', 'overdue', 'credit'])) }),
    output: z.object({
      ...page(
        z.object({
          householdId: Id,
          household: z.string(),
          guardians: z.string(),
          chargedCents: Cents,
          paidCents: Cents,
          balanceCents: Cents,
          /** The oldest due date of what is not covered. */
          dueOn: z.nullable(Day),
        }),
      ).shape,
      totals: z.object({ owingCents: Cents, overdueCents: Cents, paidCents: Cents, creditCents: Cents }),
    }),
  }),
  /**
   * Records money received and allocates it to the oldest open charges. What is above them becomes credit, and the
   * answer says so.
   */
  'payments-record': write({
    by: ['admin'],
    input: z.object({
      householdId: Id,
      method: PaymentMethod,
      amountCents: PositiveCents,
      receivedOn: Day,
      reference: OptionalLine,
      payer: OptionalLine,
    }),
    output: z.object({
      paymentId: Id,
      receiptNumber: z.string(),
      allocatedCents: Cents,
      creditCents: Cents,
      balanceCents: Cents,
    }),
  }),
  /** A cheque came back: the payment's allocations are undone by counter-entries. */
  'payments-bounce': write({
    by: ['admin'],
    input: z.object({ paymentId: Id, reason: Line }),
    output: z.object({ paymentId: Id, balanceCents: Cents }),
  }),
}
