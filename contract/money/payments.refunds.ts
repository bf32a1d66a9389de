import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { paymentMethods, refundStatuses, refundViews, reversalCauses } from './payments.plain.ts'
import { Cents, Day, Id, Instant, ListInput, OptionalLine, page, PositiveCents, SumCents } from '../values.ts'

const Method = z.enum(paymentMethods)

/** A refund to a family, from the request until the money has arrived. */
export const Refund = z.object({
  id: Id,
  amountCents: Cents,
  status: z.enum(refundStatuses),
  /** True when the office declined it: it failed before it was sent. */
  isDeclined: z.boolean(),
  /** How the refund is made, and how the payment it is part of was made. */
  method: Method,
  paidBy: Method,
  paidOn: Day,
  /** The payment's check number, or the card it was made with. */
  paidReference: z.string(),
  paymentId: Id,
  receiptNumber: z.string(),
  reference: z.string(),
  reason: z.string(),
  nativeReason: z.string(),
  /** Why it failed or was declined: in the office's words, or in the card provider's where a cause is known. */
  failure: z.string(),
  failureCause: z._default(z.nullable(z.enum(reversalCauses)), null),
  askedAt: Instant,
  /** The day of its last move. */
  onDay: Day,
})
export type Refund = z.infer<typeof Refund>

export const RefundRow = z.object({
  ...Refund.shape,
  householdId: Id,
  household: z.string(),
  householdNativeName: z.string(),
  payer: z.string(),
  /** Where the payer is an adult of the family who has one. */
  payerNativeName: z.string(),
  askedBy: z.string(),
  askedByNativeName: z.string(),
})
export type RefundRow = z.infer<typeof RefundRow>

/**
 * Refunds to the person who paid. Payments by check, transfer or cash are refunded by hand. Card payments are refunded
 * to the same card through the provider once the treasurer sends the refund.
 */
export const refundFunctions = {
  /** The office's queue of refunds: to be approved, to be sent, sent, and finished; oldest first. */
  'payments-refunds': read({
    by: ['admin'],
    input: z.object({ after: ListInput.shape.after, view: z.optional(z.enum(refundViews)) }),
    output: z.object({
      ...page(RefundRow).shape,
      counts: z.object({ open: z.int(), sent: z.int(), over: z.int() }),
      openCents: SumCents,
    }),
  }),
  /** Requests a refund of credit, as refunds of the payments it comes from, at most the free credit. */
  'payments-requestRefund': write({
    by: ['admin', 'parent'],
    input: z.object({ householdId: Id, amountCents: PositiveCents }),
    output: z.object({ count: z.int(), creditCents: Cents }),
  }),
  /**
   * Approves, sends, settles or fails a refund, as `refundMoves` allows. It is in the ledger once it is sent. One that
   * fails then stays there with its counter-entry, and the money becomes credit again. One that fails before it is sent
   * counts as declined.
   */
  'payments-moveRefund': write({
    by: ['admin'],
    input: z.object({
      id: Id,
      to: z.enum(['approved', 'sent', 'settled', 'failed']),
      /** How it was sent, and the reference number. Only money paid by a card can be refunded to that card. */
      method: z.optional(Method),
      reference: OptionalLine,
      /** Why it failed or was declined; the family sees it, too. */
      note: OptionalLine,
    }),
    output: z.object({ id: Id, status: z.enum(refundStatuses), balanceCents: Cents }),
  }),
}
