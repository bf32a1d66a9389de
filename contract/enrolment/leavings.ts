import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { approvalReasons, EnrolmentStatus, PriceLine } from './enrolments.ts'
import { enrolmentTypes } from '../values.plain.ts'
import { askedKinds, keptReasons, leavingRequestStatuses, leavingWays, moneyWays } from './leavings.plain.ts'
import { chargeKinds, paymentMethods } from '../money/payments.plain.ts'
import { Cents, Crayon, Day, Id, Instant, Nothing, OptionalLine, OtherTerm, Time, Weekday } from '../values.ts'

export * from './leavings.plain.ts'

export const LeavingRequestStatus = z.enum(leavingRequestStatuses)
export type LeavingRequestStatus = z.infer<typeof LeavingRequestStatus>
export const MoneyWay = z.enum(moneyWays)
export type MoneyWay = z.infer<typeof MoneyWay>
const LeavingWay = z.enum(leavingWays)
const Type = z.enum(enrolmentTypes)

/** The enrolment in question. */
const About = {
  enrolmentId: Id,
  studentId: Id,
  student: z.string(),
  studentNativeName: z.string(),
  sectionId: Id,
  section: z.string(),
  sectionNativeName: z.string(),
  otherTerm: OtherTerm,
  crayon: Crayon,
  status: EnrolmentStatus,
  /** The day that determines the amounts. */
  onDay: Day,
}

/** One charge of the old class: what is refunded, what is kept and why. */
const BackLine = z.object({
  chargeId: Id,
  kind: z.enum(chargeKinds),
  description: z.string(),
  netCents: Cents,
  backCents: Cents,
  keptCents: Cents,
  why: z.nullable(z.enum(keptReasons)),
})
export type BackLine = z.infer<typeof BackLine>

/** Where the freed money goes. Both parts together are the family's gain. */
const Way = {
  /** The part that covers other open charges, or cancels charges not yet paid. */
  coversCents: Cents,
  /** The part that was paid and is now free, as credit or as a refund. */
  freeCents: Cents,
  /** How it was paid, and so how it would be refunded. */
  methods: z.array(z.enum(paymentMethods)),
  /** The cards used, if any of it was paid by card, as in "Visa ···· 4242". */
  cards: z.array(z.string()),
}

/** The family's request that the office has not answered yet. */
const OpenRequest = z.object({
  id: Id,
  kind: z.enum(askedKinds),
  onDay: Day,
  toSection: z.string(),
  toSectionNativeName: z.string(),
})

const Tier = z.object({ percent: z.int(), lastDay: Day })
export const Withdrawal = z.object({
  ...About,
  /** The refundable share of the price and the last day for it; null once no tier applies. */
  tier: z.nullable(Tier),
  /** The tier that applies after that; null when nothing is refundable any longer. */
  next: z.nullable(Tier),
  /** The enrolment was not confirmed yet and was never settled, so all its charges are reversed without a fee. */
  isUnconfirmed: z.boolean(),
  lines: z.array(BackLine),
  feeCents: Cents,
  /** The family's total gain: less to pay, or money that is free. */
  totalCents: Cents,
  ...Way,
  way: LeavingWay,
  request: z.nullable(OpenRequest),
  /** The day it was settled; nothing is left to settle then. */
  postedOn: z.nullable(Day),
})
export type Withdrawal = z.infer<typeof Withdrawal>

/** A class of the term that the child could transfer to, with today's price of the transfer. */
const Target = z.object({
  id: Id,
  name: z.string(),
  nativeName: z.string(),
  crayon: Crayon,
  weekday: Weekday,
  startsAt: Time,
  endsAt: Time,
  room: z.string(),
  teachers: z.array(z.string()),
  /** In the same order; empty for a teacher without one. */
  teacherNativeNames: z._default(z.array(z.string()), []),
  /** Seats that are not taken, held or waited for. */
  free: z.int(),
  waiting: z.int(),
  /** True when a free seat of it is offered to this child. */
  isOffered: z.boolean(),
  /**
   * Why the office must approve, as for a new registration. A family sends a request; the office gives its reason for
   * allowing it.
   */
  reasons: z.array(z.enum(approvalReasons)),
  /** The price of the class from today on, after discounts. */
  priceCents: Cents,
  /** What the family pays in addition; negative when money becomes free. */
  differenceCents: Cents,
})
export type Target = z.infer<typeof Target>

/** One price in exchange for another: for a class, or for a way of taking part in it. */
const Exchange = {
  /** The charges of the old one. */
  lines: z.array(BackLine),
  /** The part of them that is refunded, less the fee if there is one. */
  backCents: Cents,
  /**
   * The price of the new one, from the one engine that prices everything. Books that are carried over are not charged
   * again.
   */
  price: z.array(PriceLine),
  priceCents: Cents,
  /** What the family pays in addition: the new price less the refund; negative when money becomes free. */
  differenceCents: Cents,
  ...Way,
  way: LeavingWay,
  request: z.nullable(OpenRequest),
}

export const Transfer = z.object({
  ...About,
  to: Target,
  ...Exchange,
  feeCents: Cents,
  /** True if the student keeps the books of the old class, which are then neither refunded nor charged again. */
  keepsBooks: z.boolean(),
  /** Waitlist entries at the time of the new class, which could be given up with it. */
  waits: z.array(z.object({ id: Id, section: z.string(), sectionNativeName: z.string() })),
  /** Other classes at the time of the new one that are left with it, each by the refund rules. */
  leaves: z.array(Withdrawal),
})
export type Transfer = z.infer<typeof Transfer>

/** What it costs to change how a student takes part in the same class. */
export const TypeChange = z.object({
  ...About,
  type: Type,
  toType: Type,
  /** Requirements that the student does not meet for taking part in full. */
  reasons: z.array(z.enum(approvalReasons)),
  ...Exchange,
})
export type TypeChange = z.infer<typeof TypeChange>

export const LeavingRequest = z.object({
  id: Id,
  kind: z.enum(askedKinds),
  enrolmentId: Id,
  studentId: Id,
  student: z.string(),
  studentNativeName: z.string(),
  section: z.string(),
  sectionNativeName: z.string(),
  otherTerm: OtherTerm,
  crayon: Crayon,
  toSectionId: z.nullable(Id),
  toSection: z.string(),
  toSectionNativeName: z.string(),
  /** Enrolments that are left with it. */
  leaves: z.array(Id),
  /** How the child takes part at present. */
  type: Type,
  /** The day of the request, which determines the amounts. */
  onDay: Day,
  back: MoneyWay,
  note: z.string(),
  /** The amount the family was shown: the refund, or the extra cost of a transfer. */
  agreedCents: Cents,
  requestedBy: z.string(),
  requestedByNativeName: z.string(),
  at: Instant,
})
export type LeavingRequest = z.infer<typeof LeavingRequest>

const AgreedLeaving = {
  enrolmentId: Id,
  /** The amounts that were shown. The call is refused when they have changed. */
  agreedCents: Cents,
  agreedFreeCents: Cents,
  back: MoneyWay,
  note: OptionalLine,
}
/** Other enrolments of the child at the time of the new class, which end with it. */
const Leaves = z._default(z.array(Id).check(z.maxLength(5, 'many')), [])
const AgreedTransfer = {
  ...AgreedLeaving,
  toSectionId: Id,
  /** True when the child's waitlist entries at the time of the new class are given up with it. */
  leavesWaits: z.boolean(),
  leaves: Leaves,
}
const Done = z.object({
  totalCents: Cents,
  /** Requested as a refund to the person who paid. */
  refundCents: Cents,
  balanceCents: Cents,
})

export const leavings = {
  /** What a family may do about each enrolment of its children: leave it or change it, at once or by request. */
  'leavings-mine': read({
    by: ['parent'],
    isFresh: true,
    input: Nothing,
    output: z.array(
      z.object({
        enrolmentId: Id,
        way: LeavingWay,
        /** The other way in which the child could take part, on request; null when the class has only one. */
        toType: z.nullable(Type),
        request: z.nullable(OpenRequest),
      }),
    ),
  }),
  /**
   * What a family gets back for leaving a class: by today's tier or, for the office, that of any day. For an enrolment
   * that has ended and was not settled, the day it ended counts. Changes nothing.
   */
  'leavings-preview': read({
    by: ['admin', 'parent'],
    isFresh: true,
    input: z.object({ enrolmentId: Id, onDay: z.optional(Day) }),
    output: Withdrawal,
  }),
  /**
   * Leaves a class, all or nothing: the enrolment ends, the money moves as previewed, the free seat goes to the next on
   * the waitlist, and the family and the office are told. Refused when the amounts differ from those shown.
   */
  'leavings-withdraw': write({
    by: ['admin', 'parent'],
    input: z.object({ ...AgreedLeaving, onDay: z.optional(Day) }),
    output: Done,
  }),
  /** The classes of the term that suit the child's age and timetable, with their seats and the extra cost of each. */
  'leavings-targets': read({
    by: ['admin', 'parent'],
    isFresh: true,
    input: z.object({ enrolmentId: Id }),
    output: z.array(Target),
  }),
  /** What a transfer to another class of the term would cost today. Changes nothing. */
  'leavings-previewTransfer': read({
    by: ['admin', 'parent'],
    isFresh: true,
    input: z.object({ enrolmentId: Id, toSectionId: Id, leaves: Leaves, onDay: z.optional(Day) }),
    output: Transfer,
  }),
  /**
   * Transfers to another class, all or nothing: the old enrolment becomes history, the new one begins, and the
   * difference that was shown is charged or freed. Other classes at that time (`leaves`) are left in the same step.
   * Refused when every seat is taken, held, offered or waited for (CLASS_FULL). When a prerequisite or
   * placement is missing, a family must send a request (ASK_OFFICE), and the office gives its reason as the note.
   */
  'leavings-transfer': write({
    by: ['admin', 'parent'],
    input: z.object({ ...AgreedTransfer, onDay: z.optional(Day) }),
    output: z.object({ ...Done.shape, enrolmentId: Id, invoiceNumber: z.nullable(z.string()) }),
  }),
  /** What it would cost today for a student to audit, or to take part in full again. Changes nothing. */
  'leavings-previewType': read({
    by: ['admin', 'parent'],
    isFresh: true,
    input: z.object({ enrolmentId: Id, onDay: z.optional(Day) }),
    output: TypeChange,
  }),
  /**
   * Changes how a student takes part in a class, all or nothing: seat, roll and record stay, and the difference that
   * was shown is charged or freed. Families request it; the office does it. When a prerequisite or placement is
   * missing, the office gives its reason as the note.
   */
  'leavings-changeType': write({
    by: ['admin'],
    input: z.object({ ...AgreedLeaving, toType: Type, onDay: z.optional(Day) }),
    output: z.object({ ...Done.shape, type: Type, invoiceNumber: z.nullable(z.string()) }),
  }),
  /**
   * Sends the office a request for what a family may not do itself, with the amounts shown, as of today. If the request
   * is for a seat on offer to the child, the seat is kept until the office answers.
   */
  'leavings-ask': write({
    by: ['parent'],
    input: z.object({ ...AgreedTransfer, toSectionId: z.nullable(Id), toType: z.optional(Type) }),
    output: z.object({ requestId: Id }),
  }),
  /** Withdraws a request that the office has not answered. */
  'leavings-takeBack': write({
    by: ['parent'],
    input: z.object({ requestId: Id }),
    output: z.object({ requestId: Id }),
  }),
  /** Requests waiting for the office, oldest first. */
  'leavings-requests': read({ by: ['admin'], input: Nothing, output: z.array(LeavingRequest) }),
  /** Confirms a request, which is then carried out as of the day it was made, or declines it. */
  'leavings-answer': write({
    by: ['admin'],
    input: z.object({
      requestId: Id,
      confirms: z.boolean(),
      agreedCents: Cents,
      agreedFreeCents: Cents,
      note: OptionalLine,
    }),
    output: z.object({ requestId: Id, status: LeavingRequestStatus, refundCents: Cents }),
  }),
  /**
   * A student's enrolments that the office ended by hand, in terms that are not archived, with what is or was to be
   * settled.
   */
  'leavings-ended': read({ by: ['admin'], input: z.object({ studentId: Id }), output: z.array(Withdrawal) }),
  /** Settles the money of an enrolment that the office ended by hand, as previewed. Possible once per enrolment. */
  'leavings-settle': write({
    by: ['admin'],
    input: z.object({ ...AgreedLeaving, onDay: Day }),
    output: Done,
  }),
}
