import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { approvalReasons, EnrolmentStatus, PriceLine } from './enrolments.ts'
import { enrolmentTypes } from '../values.plain.ts'
import { askedKinds, keptReasons, leavingRequestStatuses, leavingWays, moneyWays } from './leavings.plain.ts'
import { chargeKinds, paymentMethods } from '../money/payments.plain.ts'
import { Cents, Crayon, Day, Id, Instant, Nothing, OptionalLine, Time, Weekday } from '../values.ts'

export * from './leavings.plain.ts'

export const LeavingRequestStatus = z.enum(leavingRequestStatuses)
export type LeavingRequestStatus = z.infer<typeof LeavingRequestStatus>
export const MoneyWay = z.enum(moneyWays)
export type MoneyWay = z.infer<typeof MoneyWay>
const LeavingWay = z.enum(leavingWays)
const Type = z.enum(enrolmentTypes)

/** Whose place in which class it is about. */
const About = {
  enrolmentId: Id,
  studentId: Id,
  student: z.string(),
  studentNativeName: z.string(),
  sectionId: Id,
  section: z.string(),
  sectionNativeName: z.string(),
  crayon: Crayon,
  status: EnrolmentStatus,
  /** The day that counts. */
  onDay: Day,
}

/** One charge of the old class: what goes back, what is kept and why. */
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

/** Where the money goes that comes free. Both parts together are what the family is better off. */
const Way = {
  /** Covers what the family has still to pay, or is asked for no more. */
  coversCents: Cents,
  /** Was paid and is free now: credit, or paid back. */
  freeCents: Cents,
  /** How it was paid, and so how it would be paid back. */
  methods: z.array(z.enum(paymentMethods)),
  /** Which cards, where some of it was paid by card, as in "Visa ···· 4242". */
  cards: z.array(z.string()),
}

/** The request of the family that the office has not answered yet. */
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
  /** The part of the price that goes back, and until when; null once no tier holds. */
  tier: z.nullable(Tier),
  /** What holds after that; null where nothing goes back any more. */
  next: z.nullable(Tier),
  /** It was never settled: the place was not confirmed yet, so all that was asked goes back without a fee. */
  isUnconfirmed: z.boolean(),
  lines: z.array(BackLine),
  feeCents: Cents,
  /** The family owes as much less, or has it free. */
  totalCents: Cents,
  ...Way,
  way: LeavingWay,
  request: z.nullable(OpenRequest),
  /** When it was settled; nothing is left to settle then. */
  postedOn: z.nullable(Day),
})
export type Withdrawal = z.infer<typeof Withdrawal>

/** A class of the term that the child could go to, with what the change comes to today. */
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
  /** In the same order; empty for one who has none. */
  teacherNativeNames: z._default(z.array(z.string()), []),
  /** Seats that nobody has, holds or waits for. */
  free: z.int(),
  waiting: z.int(),
  /** A free seat of it is offered to this child. */
  isOffered: z.boolean(),
  /**
   * Why the office has a word in it, as when one registers for it: a family asks, the office says why it lets it pass.
   */
  reasons: z.array(z.enum(approvalReasons)),
  /** What the class costs from today on, after discounts. */
  priceCents: Cents,
  /** What the family pays more; less than nothing where money comes free. */
  differenceCents: Cents,
})
export type Target = z.infer<typeof Target>

/** One price in the place of another: of a class, or of taking part in it. */
const Exchange = {
  /** What was asked for the old one. */
  lines: z.array(BackLine),
  /** What of it goes back, less the fee where there is one. */
  backCents: Cents,
  /** What the new one costs, by the one engine that prices everything. Books that go along are not asked for again. */
  price: z.array(PriceLine),
  priceCents: Cents,
  /** What the family pays more: the new price less what goes back; less than nothing where money comes free. */
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
  /** Places in line for the time of the new class, which could be given up with it. */
  waits: z.array(z.object({ id: Id, section: z.string(), sectionNativeName: z.string() })),
  /** Other classes at the time of the new one that are left with it, each by the rules of leaving. */
  leaves: z.array(Withdrawal),
})
export type Transfer = z.infer<typeof Transfer>

/** What it comes to that a student takes part in the same class in another way. */
export const TypeChange = z.object({
  ...About,
  type: Type,
  toType: Type,
  /** What is missing before the class for a student who takes part in full. */
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
  crayon: Crayon,
  toSectionId: z.nullable(Id),
  toSection: z.string(),
  toSectionNativeName: z.string(),
  /** Places that are left with it. */
  leaves: z.array(Id),
  /** How the child takes part now. */
  type: Type,
  /** The day it was asked, which counts. */
  onDay: Day,
  back: MoneyWay,
  note: z.string(),
  /** What the family was shown: what comes back, or what a transfer costs more. */
  agreedCents: Cents,
  requestedBy: z.string(),
  requestedByNativeName: z.string(),
  at: Instant,
})
export type LeavingRequest = z.infer<typeof LeavingRequest>

const AgreedLeaving = {
  enrolmentId: Id,
  /** The sums that were shown: other ones refuse it. */
  agreedCents: Cents,
  agreedFreeCents: Cents,
  back: MoneyWay,
  note: OptionalLine,
}
/** Other places of the child at the time of the new class that end with it. */
const Leaves = z._default(z.array(Id).check(z.maxLength(5, 'many')), [])
const AgreedTransfer = {
  ...AgreedLeaving,
  toSectionId: Id,
  /** Whether the child's places in line for the time of the new class are given up with it. */
  leavesWaits: z.boolean(),
  leaves: Leaves,
}
const Done = z.object({
  totalCents: Cents,
  /** Asked for as a refund to the person who paid. */
  refundCents: Cents,
  balanceCents: Cents,
})

export const leavings = {
  /** What a family may do about each place of its children: leave it or change it, at once or by asking. */
  'leavings-mine': read({
    by: ['parent'],
    isFresh: true,
    input: Nothing,
    output: z.array(
      z.object({
        enrolmentId: Id,
        way: LeavingWay,
        /**
         * How the child could take part instead, which the family asks for; null where the class knows one way only.
         */
        toType: z.nullable(Type),
        request: z.nullable(OpenRequest),
      }),
    ),
  }),
  /**
   * What a family gets back that leaves a class: by the tier of today or, for the office, of any day. Of a place that
   * has ended and was not settled, by the day on which it ended. Changes nothing.
   */
  'leavings-preview': read({
    by: ['admin', 'parent'],
    isFresh: true,
    input: z.object({ enrolmentId: Id, onDay: z.optional(Day) }),
    output: Withdrawal,
  }),
  /**
   * Leaves a class, all or nothing: the place ends, the money moves as the preview said, the free seat goes to the
   * next in line, and the family and the office read of it. Refuses other sums than those that were shown.
   */
  'leavings-withdraw': write({
    by: ['admin', 'parent'],
    input: z.object({ ...AgreedLeaving, onDay: z.optional(Day) }),
    output: Done,
  }),
  /** The classes of the term that fit the child's age and time, with their seats and what each would cost more. */
  'leavings-targets': read({
    by: ['admin', 'parent'],
    isFresh: true,
    input: z.object({ enrolmentId: Id }),
    output: z.array(Target),
  }),
  /** What a change to another class of the term comes to today. Changes nothing. */
  'leavings-previewTransfer': read({
    by: ['admin', 'parent'],
    isFresh: true,
    input: z.object({ enrolmentId: Id, toSectionId: Id, leaves: Leaves, onDay: z.optional(Day) }),
    output: Transfer,
  }),
  /**
   * Changes a class, all or nothing: the old place becomes history, the new one begins, and the difference moves that
   * was shown. Other classes at that time (`leaves`) are left in the same step. A seat that is taken, held, offered or
   * waited for is refused (CLASS_FULL). Where a course before or a placement is missing, a family asks (ASK_OFFICE) and
   * the office gives its reason as the note.
   */
  'leavings-transfer': write({
    by: ['admin', 'parent'],
    input: z.object({ ...AgreedTransfer, onDay: z.optional(Day) }),
    output: z.object({ ...Done.shape, enrolmentId: Id, invoiceNumber: z.nullable(z.string()) }),
  }),
  /** What it comes to today when a student audits, or takes part in full again. Changes nothing. */
  'leavings-previewType': read({
    by: ['admin', 'parent'],
    isFresh: true,
    input: z.object({ enrolmentId: Id, onDay: z.optional(Day) }),
    output: TypeChange,
  }),
  /**
   * Changes how a student takes part in a class, all or nothing: seat, roll and record stay, and the difference moves
   * that was shown. The office does it, a family asks. Where a course before or a placement is missing the office gives
   * its reason as the note.
   */
  'leavings-changeType': write({
    by: ['admin'],
    input: z.object({ ...AgreedLeaving, toType: Type, onDay: z.optional(Day) }),
    output: z.object({ ...Done.shape, type: Type, invoiceNumber: z.nullable(z.string()) }),
  }),
  /**
   * Asks the office to do it, where a family may not by itself: with what was shown, as of today. A seat that is on
   * offer to the child and asked for stays kept until the office has answered.
   */
  'leavings-ask': write({
    by: ['parent'],
    input: z.object({ ...AgreedTransfer, toSectionId: z.nullable(Id), toType: z.optional(Type) }),
    output: z.object({ requestId: Id }),
  }),
  /** Takes a request back that the office has not answered. */
  'leavings-takeBack': write({
    by: ['parent'],
    input: z.object({ requestId: Id }),
    output: z.object({ requestId: Id }),
  }),
  /** Requests that wait for the office, oldest first. */
  'leavings-requests': read({ by: ['admin'], input: Nothing, output: z.array(LeavingRequest) }),
  /** The office confirms a request, which is then carried out as of the day it was asked, or declines it. */
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
   * Places of a student that the office ended by hand, in terms that are not archived, with what is to settle or was.
   */
  'leavings-ended': read({ by: ['admin'], input: z.object({ studentId: Id }), output: z.array(Withdrawal) }),
  /** Moves the money of a place that the office has ended by hand, as its preview says. Once for each. */
  'leavings-settle': write({
    by: ['admin'],
    input: z.object({ ...AgreedLeaving, onDay: Day }),
    output: Done,
  }),
}
