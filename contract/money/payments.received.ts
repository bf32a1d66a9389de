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
  method: Method,
  /** The number of the check, or what else identifies it. */
  reference: z.string(),
  amountCents: Cents,
  /** What of it covers no charge and was not refunded. */
  openCents: Cents,
  status: z.enum(receivedStatuses),
  /** Who recorded it; nobody where the provider of cards told of it. */
  recordedBy: z.string(),
})
export type ReceivedRow = z.infer<typeof ReceivedRow>

/** Which payments: the same for the list, its totals, its files and the deposit slip. */
export const ReceivedFilter = z.object({
  /** A family, a guardian or a payer, the number of a receipt or a check. */
  search: ListInput.shape.search,
  from: z.optional(Day),
  to: z.optional(Day),
  method: z.optional(Method),
  recordedBy: z.optional(Id),
})
export type ReceivedFilter = z.infer<typeof ReceivedFilter>

/** The money that came, payment by payment: part of the payments. */
export const received = {
  /** Payments, the newest first, with the totals of all that match. */
  'payments-received': read({
    by: ['admin'],
    input: z.object({ ...ReceivedFilter.shape, after: ListInput.shape.after }),
    output: z.object({
      ...page(ReceivedRow).shape,
      totals: z.object({
        /** Payments that stand, in all and by how they came. */
        ...Sum.shape,
        methods: z.array(z.object({ method: Method, ...Sum.shape })),
        /** What became of that money: the rest covers charges. */
        refundedCents: SumCents,
        openCents: SumCents,
        /** Those that came back or were voided: in no other sum. */
        undone: Sum,
      }),
      /** Who has recorded payments. */
      recorders: z.array(z.object({ id: Id, name: z.string() })),
    }),
  }),
}
