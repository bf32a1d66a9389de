import * as z from 'zod/mini'
import { read } from '../callable.ts'
import { Cents, Day, Id, ListInput, page, SumCents } from '../values.ts'
import { paymentMethods, receivedStatuses } from './payments.plain.ts'

const Method = z.enum(paymentMethods)
const Sum = z.object({ count: z.int(), amountCents: SumCents })

export const ReceivedRow = z.object({
  id: Id,
  /** The number of its receipt. */
  number: z.string(),
  receivedOn: Day,
  householdId: Id,
  household: z.string(),
  householdNativeName: z.string(),
  payer: z.string(),
  /** Where the payer is an adult of the family who has one. */
  payerNativeName: z.string(),
  method: Method,
  /** The check number or another identifier. */
  reference: z.string(),
  amountCents: Cents,
  /** The part that covers no charge and was not refunded. */
  openCents: Cents,
  status: z.enum(receivedStatuses),
  /** The name of the person who recorded it; empty when the card provider reported it. */
  recordedBy: z.string(),
  recordedByNativeName: z.string(),
})
export type ReceivedRow = z.infer<typeof ReceivedRow>

/** The filter for payments, shared by the list, its totals, its files and the deposit slip. */
export const ReceivedFilter = z.object({
  /** Matches a family, a guardian, a payer, or the number of a receipt or check. */
  search: ListInput.shape.search,
  from: z.optional(Day),
  to: z.optional(Day),
  method: z.optional(Method),
  recordedBy: z.optional(Id),
})
export type ReceivedFilter = z.infer<typeof ReceivedFilter>

/** Money received, payment by payment: a part of the payments slice. */
export const received = {
  /** Payments, newest first, with the totals of all that match. */
  'payments-received': read({
    by: ['admin'],
    input: z.object({ ...ReceivedFilter.shape, after: ListInput.shape.after }),
    output: z.object({
      ...page(ReceivedRow).shape,
      totals: z.object({
        /** Valid payments, in total and by method. */
        ...Sum.shape,
        methods: z.array(z.object({ method: Method, ...Sum.shape })),
        /** The part of that money that was refunded, and the part that covers nothing; the rest covers charges. */
        refundedCents: SumCents,
        openCents: SumCents,
        /** Returned or voided payments, which are in no other sum. */
        undone: Sum,
      }),
      /** The people who have recorded payments. */
      recorders: z.array(z.object({ id: Id, name: z.string(), nativeName: z.string() })),
    }),
  }),
}
