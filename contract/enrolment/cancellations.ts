import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { cancellationKinds, clashKinds, closingBacks, remedies } from './cancellations.plain.ts'
import { chargeKinds } from '../money/payments.plain.ts'
import { Cents, Crayon, Day, Id, Instant, Line, Nothing, OptionalLine, SumCents, Time, Weekday } from '../values.ts'

export * from './cancellations.plain.ts'

export const CancellationKind = z.enum(cancellationKinds)
export type CancellationKind = z.infer<typeof CancellationKind>
export const Remedy = z.enum(remedies)
export type Remedy = z.infer<typeof Remedy>

const Named = { name: z.string(), nativeName: z.string() }

/** What canceling a school day, or one of its lessons, would do. */
export const DayPreview = z.object({
  sessionDateId: Id,
  termId: Id,
  onDay: Day,
  classes: z.array(
    z.object({
      sectionId: Id,
      ...Named,
      crayon: Crayon,
      startsAt: Time,
      endsAt: Time,
      students: z.int(),
      /** The total credit of its families for the lesson. */
      creditCents: SumCents,
    }),
  ),
  students: z.int(),
  /** Children who come for that day only. Their families choose another day or get their money back. */
  guests: z.int(),
  families: z.int(),
  teachers: z.int(),
  /** The number of guardians and teachers who would be emailed. */
  letters: z.int(),
  creditCents: SumCents,
  /** The number of families that get a credit. */
  credited: z.int(),
  /**
   * Events with shifts and items to bring on that day. `isDuring` marks events at the time of the lessons; when a
   * single lesson is canceled, events for its class only.
   */
  duties: z.array(
    z.object({
      eventId: Id,
      title: z.string(),
      nativeTitle: z.string(),
      startsAt: z.nullable(Time),
      slots: z.int(),
      signUps: z.int(),
      isDuring: z.boolean(),
    }),
  ),
  /** Conflicts of the proposed make-up day. They don't block it. */
  clashes: z.array(
    z.object({
      kind: z.enum(clashKinds),
      /** The closure, term, room or teacher in question. */
      ...Named,
      /** The class that meets there at the same time. */
      with: z.string(),
      withNative: z.string(),
    }),
  ),
})
export type DayPreview = z.infer<typeof DayPreview>

export const Cancellation = z.object({
  id: Id,
  kind: CancellationKind,
  onDay: Day,
  sessionDateId: z.nullable(Id),
  sectionId: z.nullable(Id),
  section: z.string(),
  sectionNativeName: z.string(),
  reason: z.string(),
  nativeReason: z.string(),
  remedy: Remedy,
  makeUpOn: z.nullable(Day),
  creditCents: SumCents,
  by: z.string(),
  at: Instant,
  restoredAt: z.nullable(Instant),
})
export type Cancellation = z.infer<typeof Cancellation>

const Alternative = z.object({
  sectionId: Id,
  ...Named,
  weekday: Weekday,
  startsAt: Time,
  endsAt: Time,
  /** Seats that are not taken, waited for or held in a cart. */
  freeSeats: z.int(),
  /** False for another course of the same programme and level. */
  isSameCourse: z.boolean(),
})

/** A class with fewer students than its minimum. */
export const AtRisk = z.object({
  sectionId: Id,
  ...Named,
  crayon: Crayon,
  term: z.string(),
  termNativeName: z.string(),
  /** The first lesson, and the number of days until then; negative once the class has begun. */
  startsOn: z.nullable(Day),
  daysLeft: z.nullable(z.int()),
  enrolled: z.int(),
  minimum: z.int(),
  capacity: z.int(),
  waiting: z.int(),
  /** Classes its students could move to: of the same course, or of another one of the same programme and level. */
  merges: z.array(Alternative),
})
export type AtRisk = z.infer<typeof AtRisk>

/** What canceling a class for good would do. */
export const ClassPreview = z.object({
  sectionId: Id,
  ...Named,
  status: z.string(),
  students: z.array(
    z.object({
      enrolmentId: Id,
      studentId: Id,
      ...Named,
      householdId: Id,
      household: z.string(),
      householdNativeName: z.string(),
      /** The charges for the class, and the part of each that the remaining lessons make up. */
      lines: z.array(z.object({ kind: z.enum(chargeKinds), netCents: Cents, leftCents: Cents })),
      backCents: Cents,
      leftCents: Cents,
      /**
       * Classes with a free seat that suit the student's age and timetable, of the same course or of another one of the
       * same programme and level. The first is the one to offer.
       */
      alternatives: z.array(Alternative),
    }),
  ),
  /** Students on its waitlist, in order. They may be offered a seat of another class, too. */
  line: z.array(
    z.object({
      studentId: Id,
      ...Named,
      household: z.string(),
      householdNativeName: z.string(),
      alternatives: z.array(Alternative),
    }),
  ),
  /** True when a lesson has taken place; the office then chooses what is refunded. */
  hasBegun: z.boolean(),
  families: z.int(),
  /** Upcoming visits, which end with the class. Their charges are reversed. */
  guests: z.array(z.object({ visitId: Id, studentId: Id, ...Named, onDay: Day, backCents: Cents })),
  guestCents: SumCents,
  waiting: z.int(),
  /** Seats held in carts. */
  held: z.int(),
  lessons: z.int(),
  letters: z.int(),
  classCents: SumCents,
  /** Registration fees of families that have no other class left in the term. */
  fees: z.array(z.object({ householdId: Id, household: z.string(), householdNativeName: z.string(), feeCents: Cents })),
  feeCents: SumCents,
  /**
   * The total of a full refund, and of one for the remaining lessons only. Both include visits and registration fees.
   */
  totalCents: SumCents,
  leftTotalCents: SumCents,
  offerHours: z.int(),
})
export type ClassPreview = z.infer<typeof ClassPreview>

const Reasons = { reason: Line, nativeReason: OptionalLine }

export const cancellations = {
  /** What canceling a school day would do, or with `sectionId` that class's lesson only. Changes nothing. */
  'cancellations-previewDay': read({
    by: ['admin'],
    input: z.object({ sessionDateId: Id, sectionId: z.optional(Id), makeUpOn: z.optional(Day) }),
    output: DayPreview,
  }),
  /**
   * Cancels a school day, or one class's lesson on it. Families and teachers see why and what the remedy is, and are
   * emailed with `tell`. Calendars show it as canceled, and the shifts of the chosen events are released. The remedy is
   * the same lessons at their usual time on another day, a credit for each family, or none. A day or lesson with a roll
   * can't be canceled (ROLL_TAKEN). A credit is refused when its sum differs from the agreed one.
   */
  'cancellations-cancelDay': write({
    by: ['admin'],
    input: z.object({
      sessionDateId: Id,
      sectionId: z.nullable(Id),
      ...Reasons,
      remedy: Remedy,
      makeUpOn: z.nullable(Day),
      eventIds: z.array(Id).check(z.maxLength(50)),
      tell: z.boolean(),
      agreedCents: SumCents,
    }),
    output: z.object({
      id: Id,
      onDay: Day,
      makeUpOn: z.nullable(Day),
      creditCents: SumCents,
      credited: z.int(),
      released: z.int(),
    }),
  }),
  /**
   * Undoes the cancellation of a day or lesson: reverses credits by counter-entries, and takes back the make-up day and
   * the released shifts. People who were told are told again. Refused once the lessons were made up, or when the
   * make-up day was itself canceled.
   */
  'cancellations-restore': write({
    by: ['admin'],
    input: z.object({ id: Id }),
    output: z.object({ id: Id, onDay: Day, creditCents: SumCents }),
  }),
  /** Cancellations of a term or of one school day, latest day first, including those that were undone. */
  'cancellations-list': read({
    by: ['admin'],
    input: z.object({ termId: z.optional(Id), sessionDateId: z.optional(Id) }),
    output: z.array(Cancellation),
  }),
  /**
   * Canceled lessons of the caller's children and classes, from a week ago on, after the classes canceled for good since
   * then: why, and what the remedy is.
   */
  'cancellations-mine': read({
    by: ['parent', 'teacher', 'student'],
    input: Nothing,
    output: z.array(
      z.object({
        id: Id,
        kind: CancellationKind,
        onDay: Day,
        reason: z.string(),
        nativeReason: z.string(),
        remedy: Remedy,
        makeUpOn: z.nullable(Day),
        /** What the caller's family no longer owes because of it: a credit, or the reversed charges of a class. */
        creditCents: SumCents,
        /** The caller's children who were in a class that is canceled for good, or waited for it. */
        children: z.array(z.object(Named)),
        sections: z.array(z.object({ id: Id, ...Named, crayon: Crayon, startsAt: Time, isTaught: z.boolean() })),
      }),
    ),
  }),
  /** Classes with fewer students than their minimum, the first to begin on top. */
  'cancellations-atRisk': read({ by: ['admin'], input: Nothing, output: z.array(AtRisk) }),
  /** What canceling a class for good would do. Changes nothing. */
  'cancellations-previewClass': read({
    by: ['admin'],
    input: z.object({ sectionId: Id, withFees: z.boolean() }),
    output: ClassPreview,
  }),
  /**
   * Cancels a class for good and compensates everyone. Enrolments and visits end, waitlist entries and seats held in
   * carts are removed, and its lessons leave the calendars. All charges for the class are reversed (for one that has
   * begun `back` may limit this to the remaining lessons), with `withFees` also the registration fees of families
   * without another class. Students, waitlisted ones included, may be offered a seat of another class, which is held
   * until the school's deadline. Everyone concerned is emailed. Can't be undone, and is refused in a closed term.
   */
  'cancellations-cancelClass': write({
    by: ['admin'],
    input: z.object({
      sectionId: Id,
      ...Reasons,
      withFees: z.boolean(),
      back: z._default(z.enum(closingBacks), 'all'),
      offers: z.array(z.object({ studentId: Id, sectionId: Id })).check(z.maxLength(500)),
      agreedCents: SumCents,
      agreedStudents: z.int(),
    }),
    output: z.object({
      id: Id,
      students: z.int(),
      families: z.int(),
      waiting: z.int(),
      offered: z.int(),
      totalCents: SumCents,
    }),
  }),
}
