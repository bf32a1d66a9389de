import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { paymentMethods, refundStatuses, refundViews } from './payments.plain.ts'
import { Cents, Day, Id, Instant, ListInput, OptionalLine, page, PositiveCents, SumCents } from '../values.ts'

const Method = z.enum(paymentMethods)

/** Money that goes back to a family, from being asked for until it has arrived. */
export const Refund = z.object({
  id: Id,
  amountCents: Cents,
  status: z.enum(refundStatuses),
  /** Whether the office let it go no further: it failed, and had not been sent. */
  isDeclined: z.boolean(),
  /** How it goes back, and how the payment came that it is part of. */
  method: Method,
  paidBy: Method,
  paidOn: Day,
  /** The number of the payment's cheque, or which card it was. */
  paidReference: z.string(),
  paymentId: Id,
  receiptNumber: z.string(),
  reference: z.string(),
  reason: z.string(),
  nativeReason: z.string(),
  /** Why it failed or was declined. */
  failure: z.string(),
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
  askedBy: z.string(),
})
export type RefundRow = z.infer<typeof RefundRow>

/**
 * Refunds to the person who paid. What came by cheque, transfer or cash goes back by hand; what came by card goes back
 * to that card through the provider once the treasurer sends it.
 */
export const refundFunctions = {
  /** The office's queue: what is to be approved, to be sent, on its way, and what is over; the oldest first. */
  'payments-refunds': read({
    by: ['admin'],
    input: z.object({ after: ListInput.shape.after, view: z.optional(z.enum(refundViews)) }),
    output: z.object({
      ...page(RefundRow).shape,
      counts: z.object({ open: z.int(), sent: z.int(), over: z.int() }),
      openCents: SumCents,
    }),
  }),
  /** Asks for credit back: as refunds of the payments that it comes from, never more than lies free. */
  'payments-requestRefund': write({
    by: ['admin', 'parent'],
    input: z.object({ householdId: Id, amountCents: PositiveCents }),
    output: z.object({ count: z.int(), creditCents: Cents }),
  }),
  /**
   * Approves, sends, settles or fails a refund, as `refundMoves` allows. It is in the ledger from being sent; one that
   * fails stays with its counter-entry, and the money is credit again. One that fails before it is sent is declined.
   */
  'payments-moveRefund': write({
    by: ['admin'],
    input: z.object({
      id: Id,
      to: z.enum(['approved', 'sent', 'settled', 'failed']),
      /** How it was sent, and by which number. To a card only what that card paid. */
      method: z.optional(Method),
      reference: OptionalLine,
      /** Why it failed or is declined, for the family too. */
      note: OptionalLine,
    }),
    output: z.object({ id: Id, status: z.enum(refundStatuses), balanceCents: Cents }),
  }),
}
