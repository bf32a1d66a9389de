import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { lateFees } from './payments.lateFees.ts'
import { received } from './payments.received.ts'
import { Refund, refundFunctions } from './payments.refunds.ts'
import { PayingSettings } from '../settings.ts'
import {
  Cents,
  Day,
  Id,
  Instant,
  Line,
  ListInput,
  Nothing,
  OptionalLine,
  page,
  PositiveCents,
  SumCents,
} from '../values.ts'
import {
  ages,
  balanceViews,
  chargeKinds,
  chargeStatuses,
  handMethods,
  invoiceStatuses,
  paymentMethods,
  paymentStatuses,
  refundStatuses,
  type refundViews,
  reversalCauses,
} from './payments.plain.ts'

export * from './payments.plain.ts'

export const PaymentStatus = z.enum(paymentStatuses)
export type PaymentStatus = z.infer<typeof PaymentStatus>
export const PaymentMethod = z.enum(paymentMethods)
export type PaymentMethod = z.infer<typeof PaymentMethod>
const HandMethod = z.enum(handMethods)

export const ChargeStatus = z.enum(chargeStatuses)
export type ChargeStatus = z.infer<typeof ChargeStatus>
export const RefundStatus = z.enum(refundStatuses)
export type RefundStatus = z.infer<typeof RefundStatus>
export type RefundView = (typeof refundViews)[number]
/** One line of the family's ledger, oldest first; amounts that the family owes are positive. */
export const LedgerEntry = z.object({
  id: Id,
  at: z.string(),
  onDay: Day,
  /**
   * `reversal` undoes a payment, `cancellation` a charge, `return` a refund; their ids are those of what they undo.
   * `credit` gives a part of a charge back for a lesson that was called off, or takes that back.
   */
  kind: z.enum(['charge', 'discount', 'credit', 'cancellation', 'payment', 'reversal', 'refund', 'return']),
  chargeKind: z.nullable(z.string()),
  rule: z.nullable(z.string()),
  method: z.nullable(z.string()),
  student: z.string(),
  studentNativeName: z.string(),
  description: z.string(),
  nativeDescription: z.string(),
  reference: z.string(),
  /** Of a reversed charge: what it follows from; null where the office reversed it, which says why in `reference`. */
  cause: z._default(z.nullable(z.enum(reversalCauses)), null),
  amountCents: Cents,
  balanceCents: Cents,
  /** Set on payments that have a receipt: its PDF is at `/files/receipts/{id}.pdf`. */
  receiptId: z.nullable(Id),
  receiptNumber: z.nullable(z.string()),
  /** Of a payment. */
  status: z.nullable(PaymentStatus),
  /** Of a charge. */
  chargeStatus: z.nullable(ChargeStatus),
  /** Of a discount: what it was taken from, and which share of that where it is one. */
  ofCents: z._default(z.nullable(Cents), null),
  percent: z._default(z.nullable(z.int()), null),
  /** Of a charge: what is left of it after its discounts. */
  netCents: z.nullable(Cents),
  /** Of a charge: what is not covered yet. Of a payment: what covers no charge and was not refunded. */
  openCents: z.nullable(Cents),
  /** Of a payment: the part not applied that was asked back, so that it covers nothing. */
  returningCents: z.nullable(Cents),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>
export const Invoice = z.object({
  id: Id,
  number: z.string(),
  term: z.string(),
  termNativeName: z.string(),
  issuedOn: Day,
  dueOn: Day,
  /** What is asked by it today: as it was issued less what was reversed since. */
  totalCents: Cents,
  reversedCents: Cents,
  paidCents: Cents,
  status: z.enum(invoiceStatuses),
})
/** A charge that is not covered whole yet. */
export const OpenCharge = z.object({
  id: Id,
  kind: z.enum(chargeKinds),
  description: z.string(),
  nativeDescription: z.string(),
  student: z.string(),
  studentNativeName: z.string(),
  invoiceNumber: z.nullable(z.string()),
  dueOn: Day,
  netCents: Cents,
  openCents: Cents,
})
export type OpenCharge = z.infer<typeof OpenCharge>
export const Ledger = z.object({
  householdId: Id,
  household: z.string(),
  householdNativeName: z.string(),
  entries: z.array(LedgerEntry),
  invoices: z.array(Invoice),
  /** What is due, the earliest first. */
  open: z.array(OpenCharge),
  balanceCents: Cents,
  /** Charges not yet covered, at most the balance. */
  owedCents: Cents,
  /** Payments not yet allocated to a charge. */
  creditCents: Cents,
  /** The part of the credit that was asked back and has not left the school. */
  returningCents: Cents,
  /** What went back or is to go, the newest first. */
  refunds: z.array(Refund),
})
export type Ledger = z.infer<typeof Ledger>

/** Who is charged: the students or families of classes, of a programme or of a whole term, or families by name. */
export const ChargeAudience = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sections'),
    sectionIds: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(200)),
  }),
  z.object({ kind: z.literal('programme'), programmeId: Id, termId: Id }),
  z.object({ kind: z.literal('term'), termId: Id }),
  z.object({
    kind: z.literal('households'),
    householdIds: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(1000)),
  }),
])
export type ChargeAudience = z.infer<typeof ChargeAudience>

const NewCharge = z.object({
  audience: ChargeAudience,
  /** One charge for each student, or one for each family; families by name are always charged once each. */
  per: z.enum(['student', 'household']),
  kind: z.enum(chargeKinds),
  description: Line,
  nativeDescription: OptionalLine,
  amountCents: PositiveCents,
})
const ChargePreview = z.object({
  /** Those who have the same charge already first; then by name. At most 300 are named, all are counted. */
  rows: z.array(
    z.object({
      /** The student or, where families are charged, the household. */
      key: Id,
      householdId: Id,
      household: z.string(),
      student: z.string(),
      studentNativeName: z.string(),
      /** When the same charge was made, if it was. */
      chargedOn: z.nullable(Day),
    }),
  ),
  /** Charges that would be made, for how many families, over how much in all. */
  count: z.int(),
  households: z.int(),
  totalCents: SumCents,
  /** Those who have the same charge already, whether left out or charged again. */
  duplicates: z.int(),
})

/** How long ago money fell due: not yet, or up to 30, 31 to 60, or 61 and more days. */
export const Age = z.enum(ages)
export type Age = z.infer<typeof Age>
const Ageing = z.object({
  current: SumCents,
  days30: SumCents,
  days60: SumCents,
  older: SumCents,
  creditCents: SumCents,
})

const ChargeRun = z.object({
  id: Id,
  description: z.string(),
  nativeDescription: z.string(),
  kind: z.enum(chargeKinds),
  amountCents: Cents,
  count: z.int(),
  totalCents: SumCents,
  dueOn: Day,
  by: z.string(),
  at: Instant,
  reversedAt: z.nullable(Instant),
  /** Until when it may be undone; null once that is past or done. */
  undoUntil: z.nullable(Instant),
})

/** How families pay, in the words of the school; what it has not said is empty. */
export const PayingWays = z.pick(PayingSettings, {
  payableTo: true,
  chequeTo: true,
  nativeChequeTo: true,
  transfer: true,
  nativeTransfer: true,
  cash: true,
  nativeCash: true,
  legalName: true,
  taxId: true,
})
export type PayingWays = z.infer<typeof PayingWays>

export const payments = {
  /** How to pay. */
  'payments-ways': read({ by: ['admin', 'parent'], input: Nothing, output: PayingWays }),
  ...refundFunctions,
  ...lateFees,
  ...received,
  /** The ledgers that the caller may see: a parent's own households, an administrator's choice. */
  'payments-ledger': read({
    by: ['admin', 'parent'],
    input: z.object({ householdId: z.optional(Id) }),
    output: z.array(Ledger),
  }),
  'payments-households': read({
    by: ['admin'],
    input: z.object({
      ...ListInput.shape,
      /** `due`: what is to be done: who is overdue, or where nobody is, who owes. */
      view: z.optional(z.enum([...balanceViews, 'due'])),
      /** Only families with money open of this age. */
      age: z.optional(Age),
      /** `fit`: who is meant best by the search first, for pickers. */
      sort: z.optional(z.enum(['name', 'balance', 'due', 'fit'])),
      down: z.optional(z.boolean()),
    }),
    output: z.object({
      ...page(
        z.object({
          householdId: Id,
          household: z.string(),
          householdNativeName: z.string(),
          guardians: z.string(),
          /** Open charges by age, and payments that cover none yet and may; the balance is the ages less the credit. */
          ...Ageing.shape,
          /** When the family was last reminded by mail. */
          remindedAt: z.nullable(Instant),
          chargedCents: Cents,
          paidCents: Cents,
          balanceCents: Cents,
          /** Was asked back and has not left the school: no credit any more, though still among what was paid. */
          returningCents: Cents,
          /** The oldest due date of what is not covered. */
          dueOn: z.nullable(Day),
        }),
      ).shape,
      /** Which of the views this is. */
      view: z.enum(balanceViews),
      /** Of all families that the caller sees. */
      totals: z.object({
        owingCents: SumCents,
        overdueCents: SumCents,
        creditCents: SumCents,
        /** Payments that stand, received in the month of today from its first day on. */
        receivedCents: SumCents,
        receivedFrom: Day,
      }),
      /** Of the families that match. */
      sums: z.object({ ...Ageing.shape, balanceCents: SumCents }),
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
      method: HandMethod,
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
  /** A cheque or a transfer came back: the payment's allocations are undone by counter-entries. */
  'payments-bounce': write({
    by: ['admin'],
    input: z.object({ paymentId: Id, reason: Line }),
    output: z.object({ paymentId: Id, balanceCents: Cents }),
  }),
  /** A payment that was recorded by mistake is undone likewise, and its receipt says so. */
  'payments-void': write({
    by: ['admin'],
    input: z.object({ paymentId: Id, reason: Line }),
    output: z.object({ paymentId: Id, balanceCents: Cents }),
  }),
  /** Who would be charged, what, and who has been charged the same already. */
  'payments-previewCharges': read({
    by: ['admin'],
    input: z.object({
      ...z.omit(NewCharge, { nativeDescription: true }).shape,
      /** Keys of the preview who are charged although they have the same charge already. */
      again: z.array(Id).check(z.maxLength(1000)),
      /** Keys of the preview who are left out. */
      without: z.array(Id).check(z.maxLength(1000)),
    }),
    output: ChargePreview,
  }),
  /** Charges whom the preview named; refuses when they or the sum are not what was agreed to. */
  'payments-charge': write({
    by: ['admin'],
    input: z.object({
      ...NewCharge.shape,
      dueOn: Day,
      again: z.array(Id).check(z.maxLength(1000)),
      without: z.array(Id).check(z.maxLength(1000)),
      agreedCount: z.int(),
      agreedCents: SumCents,
    }),
    output: z.object({ runId: Id, count: z.int(), totalCents: SumCents }),
  }),
  /** What was charged to several at once, the newest first. */
  'payments-runs': read({ by: ['admin'], input: z.pick(ListInput, { after: true }), output: page(ChargeRun) }),
  /** Reverses every charge of a run, within a day of it. What had been paid of them becomes credit. */
  'payments-undoRun': write({
    by: ['admin'],
    input: z.object({ runId: Id }),
    output: z.object({ count: z.int(), creditCents: SumCents }),
  }),
  /** Takes a charge back by a counter-entry; what had been paid of it becomes credit. */
  'payments-reverse': write({
    by: ['admin'],
    input: z.object({ chargeId: Id, reason: Line }),
    output: z.object({ chargeId: Id, creditCents: Cents, balanceCents: Cents }),
  }),
  /** Covers charges with what a payment has left: those named, or else the earliest due. */
  'payments-apply': write({
    by: ['admin'],
    input: z.object({
      paymentId: Id,
      to: z.optional(
        z
          .array(z.object({ chargeId: Id, amountCents: PositiveCents }))
          .check(z.minLength(1, 'required'), z.maxLength(200)),
      ),
    }),
    output: z.object({ paymentId: Id, allocatedCents: Cents, creditCents: Cents }),
  }),
  /** Takes a payment off the charges that it covers, or off one of them: it becomes credit. */
  'payments-unapply': write({
    by: ['admin'],
    input: z.object({ paymentId: Id, chargeId: z.optional(Id) }),
    output: z.object({ paymentId: Id, creditCents: Cents }),
  }),
  /** Money given back by hand, at most what the payment has left. */
  'payments-refund': write({
    by: ['admin'],
    input: z.object({
      paymentId: Id,
      amountCents: PositiveCents,
      method: HandMethod,
      onDay: Day,
      reference: OptionalLine,
      reason: Line,
    }),
    output: z.object({ refundId: Id, creditCents: Cents, balanceCents: Cents }),
  }),
  /** Which charges a payment covers. */
  'payments-covered': read({
    by: ['admin'],
    input: z.object({ paymentId: Id }),
    output: z.array(z.object({ ...z.omit(OpenCharge, { openCents: true, netCents: true }).shape, amountCents: Cents })),
  }),
  /**
   * Reminds families of what they owe by mail: every guardian with access, an address and no objection to such
   * mails, in their language. A family
   * that was reminded within the day is left out unless `again`.
   */
  'payments-remind': write({
    by: ['admin'],
    input: z.object({
      householdIds: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(500)),
      again: z.boolean(),
    }),
    output: z.object({
      reminded: z.int(),
      mails: z.int(),
      /** Left out, by why. */
      recently: z.int(),
      withoutAddress: z.int(),
      owingNothing: z.int(),
    }),
  }),
}
