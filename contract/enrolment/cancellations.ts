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

/** What calling a school day off, or one lesson of it, would do. */
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
      /** What its families get back for the lesson in all. */
      creditCents: SumCents,
    }),
  ),
  students: z.int(),
  /** Children who come for that day alone: their families choose another day, or get their money back. */
  guests: z.int(),
  families: z.int(),
  teachers: z.int(),
  /** Guardians and teachers who would be written to. */
  letters: z.int(),
  creditCents: SumCents,
  /** Families that get anything back. */
  credited: z.int(),
  /**
   * Events with shifts and things to bring on that day; `isDuring` lie about the lessons, and where it is one lesson
   * alone, are for nobody but its class.
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
  /** What speaks against the day asked about for making up; it hinders nobody. */
  clashes: z.array(
    z.object({
      kind: z.enum(clashKinds),
      /** The closure, the term, the room or the teacher. */
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
  /** Seats that nobody has, waits for, or has in a cart. */
  freeSeats: z.int(),
  /** Another course of the same programme and level where it is not. */
  isSameCourse: z.boolean(),
})

/** A class that fewer have joined than it needs. */
export const AtRisk = z.object({
  sectionId: Id,
  ...Named,
  crayon: Crayon,
  term: z.string(),
  termNativeName: z.string(),
  /** Its first lesson, and how many days are left until then; negative once it has begun. */
  startsOn: z.nullable(Day),
  daysLeft: z.nullable(z.int()),
  enrolled: z.int(),
  minimum: z.int(),
  capacity: z.int(),
  waiting: z.int(),
  /** Classes of the same course, or of another one of its programme and level, that its students could go to. */
  merges: z.array(Alternative),
})
export type AtRisk = z.infer<typeof AtRisk>

/** What calling a class off for good would do. */
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
      /** What was asked for the class, and of it what the lessons that are left come to. */
      lines: z.array(z.object({ kind: z.enum(chargeKinds), netCents: Cents, leftCents: Cents })),
      backCents: Cents,
      leftCents: Cents,
      /**
       * Classes of the same course, or of another one of the same programme and level, with a free seat that suit age and
       * timetable; the first is the one to offer.
       */
      alternatives: z.array(Alternative),
    }),
  ),
  /** Who waits for it, in turn: they may be offered a seat likewise. */
  line: z.array(z.object({ studentId: Id, ...Named, household: z.string(), alternatives: z.array(Alternative) })),
  /** A lesson of it has taken place: then the office chooses what goes back. */
  hasBegun: z.boolean(),
  families: z.int(),
  /** Visits to come, which end with it: what was charged for them goes back. */
  guests: z.array(z.object({ visitId: Id, studentId: Id, ...Named, onDay: Day, backCents: Cents })),
  guestCents: SumCents,
  waiting: z.int(),
  /** Seats in carts. */
  held: z.int(),
  lessons: z.int(),
  letters: z.int(),
  classCents: SumCents,
  /** Registration fees of families that have no other class of the term left. */
  fees: z.array(z.object({ householdId: Id, household: z.string(), feeCents: Cents })),
  feeCents: SumCents,
  /** Everything back, or only the lessons that are left; visits and registration fees are in both. */
  totalCents: SumCents,
  leftTotalCents: SumCents,
  offerHours: z.int(),
})
export type ClassPreview = z.infer<typeof ClassPreview>

const Reasons = { reason: Line, nativeReason: OptionalLine }

export const cancellations = {
  /** What calling a school day off would do, or with `sectionId` that class's lesson alone; changes nothing. */
  'cancellations-previewDay': read({
    by: ['admin'],
    input: z.object({ sessionDateId: Id, sectionId: z.optional(Id), makeUpOn: z.optional(Day) }),
    output: DayPreview,
  }),
  /**
   * Calls a school day off, or one class's lesson on it: families and teachers see why and what comes instead, and are
   * written to with `tell`; calendars show it as cancelled; the chosen events' shifts are released. Instead there are
   * the same lessons at their hour on another day, a credit for each family, or nothing. A day or lesson with a roll
   * can't be called off (ROLL_TAKEN); a credit is refused when it comes to something else than was agreed to.
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
   * Takes back that a day or lesson is called off: credits by counter-entries, the make-up day, the releases. Who was
   * told is told again. Refused once its lessons were made up, or that day was called off, too.
   */
  'cancellations-restore': write({
    by: ['admin'],
    input: z.object({ id: Id }),
    output: z.object({ id: Id, onDay: Day, creditCents: SumCents }),
  }),
  /** What was called off in a term, or on one school day, the latest day first; what was taken back among it. */
  'cancellations-list': read({
    by: ['admin'],
    input: z.object({ termId: z.optional(Id), sessionDateId: z.optional(Id) }),
    output: z.array(Cancellation),
  }),
  /** Lessons of the caller's children and classes that are called off, of the last week on: why, and what comes instead. */
  'cancellations-mine': read({
    by: ['parent', 'teacher'],
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
        /** What the caller's family gets back for it. */
        creditCents: SumCents,
        sections: z.array(z.object({ id: Id, ...Named, crayon: Crayon, startsAt: Time, isTaught: z.boolean() })),
      }),
    ),
  }),
  /** Classes that fewer have joined than they need, the one that begins first on top. */
  'cancellations-atRisk': read({ by: ['admin'], input: Nothing, output: z.array(AtRisk) }),
  /** What calling a class off for good would do; changes nothing. */
  'cancellations-previewClass': read({
    by: ['admin'],
    input: z.object({ sectionId: Id, withFees: z.boolean() }),
    output: ClassPreview,
  }),
  /**
   * Calls a class off for good and makes everybody whole: enrolments and visits end, places in line and seats in carts go,
   * all that was asked for the class is taken back (or, of one that has begun, by `back` the part of the lessons that are
   * left), with `withFees` also the registration fee of families without another class,
   * and its lessons leave the calendars. Students, and those in line, may be offered a seat of another class, which is
   * held until the school's deadline. Everybody concerned is written to. It can't be taken back.
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
