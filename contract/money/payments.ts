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
/** One line of the family's ledger, oldest first. Amounts the family owes are positive. */
export const LedgerEntry = z.object({
  id: Id,
  at: z.string(),
  onDay: Day,
  /**
   * `reversal` undoes a payment, `cancellation` a charge, `return` a refund; each has the id of the entry it undoes.
   * `credit` gives back a part of a charge for a canceled lesson, or takes that back.
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
  /**
   * For a reversed charge: the cause of the reversal; null when the office reversed it by hand, which gives its reason
   * in `reference`.
   */
  cause: z._default(z.nullable(z.enum(reversalCauses)), null),
  amountCents: Cents,
  balanceCents: Cents,
  /** Set on payments that have a receipt: its PDF is at `/files/receipts/{id}.pdf`. */
  receiptId: z.nullable(Id),
  receiptNumber: z.nullable(z.string()),
  /** Only for payments. */
  status: z.nullable(PaymentStatus),
  /** Only for charges. */
  chargeStatus: z.nullable(ChargeStatus),
  /** For a discount: the amount it was taken from, and its percentage if it is one. */
  ofCents: z._default(z.nullable(Cents), null),
  percent: z._default(z.nullable(z.int()), null),
  /** For a charge: the amount after discounts. */
  netCents: z.nullable(Cents),
  /** For a charge: the amount not covered yet. For a payment: the amount that covers no charge and was not refunded. */
  openCents: z.nullable(Cents),
  /** For a payment: the unallocated part whose refund was requested, so that it covers nothing. */
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
  /** The amount the invoice asks for today: as issued, less later reversals, except what the school keeps of them. */
  totalCents: Cents,
  reversedCents: Cents,
  paidCents: Cents,
  status: z.enum(invoiceStatuses),
})
/** A charge that is not fully covered. */
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
  /** Charges that are due, earliest first. */
  open: z.array(OpenCharge),
  balanceCents: Cents,
  /** The amount of charges not covered yet, at most the balance. */
  owedCents: Cents,
  /** The amount of payments not allocated to a charge. */
  creditCents: Cents,
  /** The part of the credit whose refund was requested and that has not left the school. */
  returningCents: Cents,
  /** Refunds made or in progress, newest first. */
  refunds: z.array(Refund),
})
export type Ledger = z.infer<typeof Ledger>

/** Who is charged: the students or families of classes, of a programme or of a whole term, or individual families. */
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
  /** One charge per student, or one per family. Individual families are always charged once each. */
  per: z.enum(['student', 'household']),
  kind: z.enum(chargeKinds),
  description: Line,
  nativeDescription: OptionalLine,
  amountCents: PositiveCents,
})
const ChargePreview = z.object({
  /** Duplicates first, then by name. At most 300 are listed; all are counted. */
  rows: z.array(
    z.object({
      /** The id of the student, or of the household when families are charged. */
      key: Id,
      householdId: Id,
      household: z.string(),
      student: z.string(),
      studentNativeName: z.string(),
      /** When the same charge was made before; null if it was not. */
      chargedOn: z.nullable(Day),
    }),
  ),
  /** The number of charges that would be made, of their families, and their total. */
  count: z.int(),
  households: z.int(),
  totalCents: SumCents,
  /** The number of those who already have the same charge, whether left out or charged again. */
  duplicates: z.int(),
})

/** How long money has been due: not yet, up to 30 days, 31 to 60 days, or 61 days and more. */
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
  byNativeName: z.string(),
  at: Instant,
  reversedAt: z.nullable(Instant),
  /** When the time to undo ends; null once it has passed or the run is undone. */
  undoUntil: z.nullable(Instant),
})

/** How families can pay, in the school's words; empty where it has said nothing. */
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
  /** The ways to pay. */
  'payments-ways': read({ by: ['admin', 'parent'], input: Nothing, output: PayingWays }),
  ...refundFunctions,
  ...lateFees,
  ...received,
  /** The ledgers that the caller may see: a parent's own households, or the one an administrator names. */
  'payments-ledger': read({
    by: ['admin', 'parent'],
    input: z.object({ householdId: z.optional(Id) }),
    output: z.array(Ledger),
  }),
  'payments-households': read({
    by: ['admin'],
    input: z.object({
      ...ListInput.shape,
      /** `due`: what to act on: families that are overdue, or if there are none, families that owe. */
      view: z.optional(z.enum([...balanceViews, 'due'])),
      /** Only families with open charges of this age. */
      age: z.optional(Age),
      /** `fit`: best match for the search first, for pickers. */
      sort: z.optional(z.enum(['name', 'balance', 'due', 'fit'])),
      down: z.optional(z.boolean()),
    }),
    output: z.object({
      ...page(
        z.object({
          householdId: Id,
          household: z.string(),
          householdNativeName: z.string(),
          /** The household's adults, in the order in which they are called. */
          guardians: z.array(z.object({ name: z.string(), nativeName: z.string() })),
          /**
           * Open charges by age, and payments that are free to cover charges; the balance is the sum of the ages less
           * the credit.
           */
          ...Ageing.shape,
          /** When the family was last emailed a reminder. */
          remindedAt: z.nullable(Instant),
          chargedCents: Cents,
          paidCents: Cents,
          balanceCents: Cents,
          /**
           * The amount whose refund was requested and that has not left the school. It is no longer credit, but still
           * part of what was paid.
           */
          returningCents: Cents,
          /** The earliest due date of the uncovered charges. */
          dueOn: z.nullable(Day),
        }),
      ).shape,
      /** The view that was applied. */
      view: z.enum(balanceViews),
      /** The totals of all families the caller may see. */
      totals: z.object({
        owingCents: SumCents,
        overdueCents: SumCents,
        creditCents: SumCents,
        /** Valid payments received this month, which `receivedFrom` is the first day of. */
        receivedCents: SumCents,
        receivedFrom: Day,
      }),
      /** The sums of the matching families. */
      sums: z.object({ ...Ageing.shape, balanceCents: SumCents }),
    }),
  }),
  /**
   * Records money received and allocates it to the oldest open charges. The remainder becomes credit, which the answer
   * reports.
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
  /** Records that a check or transfer was returned. The payment's allocations are undone by counter-entries. */
  'payments-bounce': write({
    by: ['admin'],
    input: z.object({ paymentId: Id, reason: Line }),
    output: z.object({ paymentId: Id, balanceCents: Cents }),
  }),
  /** Voids a payment that was recorded by mistake, also by counter-entries. Its receipt says so. */
  'payments-void': write({
    by: ['admin'],
    input: z.object({ paymentId: Id, reason: Line }),
    output: z.object({ paymentId: Id, balanceCents: Cents }),
  }),
  /** Who would be charged and what, and who already has the same charge. */
  'payments-previewCharges': read({
    by: ['admin'],
    input: z.object({
      ...z.omit(NewCharge, { nativeDescription: true }).shape,
      /** Keys of the preview that are charged despite having the same charge already. */
      again: z.array(Id).check(z.maxLength(1000)),
      /** Keys of the preview that are left out. */
      without: z.array(Id).check(z.maxLength(1000)),
    }),
    output: ChargePreview,
  }),
  /** Charges those listed in the preview. Refused when they or the sum differ from what was agreed to. */
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
  /** Runs of charges, newest first. */
  'payments-runs': read({ by: ['admin'], input: z.pick(ListInput, { after: true }), output: page(ChargeRun) }),
  /** Reverses every charge of a run, within a day of it. Amounts already paid become credit. */
  'payments-undoRun': write({
    by: ['admin'],
    input: z.object({ runId: Id }),
    output: z.object({ count: z.int(), creditCents: SumCents }),
  }),
  /** Reverses a charge by a counter-entry. Amounts already paid become credit. */
  'payments-reverse': write({
    by: ['admin'],
    input: z.object({ chargeId: Id, reason: Line }),
    output: z.object({ chargeId: Id, creditCents: Cents, balanceCents: Cents }),
  }),
  /** Allocates the free rest of a payment to the charges named, or else to the earliest due. */
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
  /** Removes a payment's allocation to all of its charges, or to one of them; the amount becomes credit. */
  'payments-unapply': write({
    by: ['admin'],
    input: z.object({ paymentId: Id, chargeId: z.optional(Id) }),
    output: z.object({ paymentId: Id, creditCents: Cents }),
  }),
  /** Records money given back by hand, at most the payment's free rest. */
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
  /** The charges that a payment covers. */
  'payments-covered': read({
    by: ['admin'],
    input: z.object({ paymentId: Id }),
    output: z.array(z.object({ ...z.omit(OpenCharge, { openCents: true, netCents: true }).shape, amountCents: Cents })),
  }),
  /**
   * Emails families a reminder of what they owe, in their language: to every guardian with access and an address who
   * has not turned such emails off. A family that was reminded within the last day is skipped unless `again`.
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
      /** The numbers of families left out, by reason. */
      recently: z.int(),
      withoutAddress: z.int(),
      owingNothing: z.int(),
    }),
  }),
}
