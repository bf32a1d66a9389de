import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { approvalReasons, choiceOutcomes, enrolOverrides, timeConflicts, waitlistStatuses } from './enrolments.plain.ts'
import { waitingPriorities } from '../settings.plain.ts'
import { Cents, Crayon, Day, Id, Instant, Nothing, OtherTerm, Time, Weekday } from '../values.ts'

const Reasons = z.array(z.enum(waitingPriorities))

/** The seats held for a cart now. */
export const Held = z.object({
  /** When the hold of the whole cart ends; null while no seat is held. */
  expiresAt: z.nullable(Instant),
  /** The server's time of the answer. Devices count down from here, because their own clocks may be wrong. */
  now: Instant,
  /** True when the hold can still be extended. It can be extended once. */
  mayExtend: z.boolean(),
  choices: z.array(
    z.object({ childKey: z.string(), sectionId: Id, outcome: z.enum(choiceOutcomes), isHeld: z.boolean() }),
  ),
})
export type Held = z.infer<typeof Held>

/** Functions that read and release held seats and waitlist entries. */
export const seats = {
  'enrolments-waitlist': read({
    by: ['admin'],
    input: z.object({ sectionId: z.optional(Id) }),
    output: z.array(
      z.object({
        id: Id,
        position: z.int(),
        studentId: Id,
        student: z.string(),
        nativeName: z.string(),
        sectionId: Id,
        section: z.string(),
        sectionNativeName: z.string(),
        crayon: Crayon,
        termId: Id,
        /** The student's classes at the same time, which they would have to leave first. */
        clashes: z.array(z.object({ name: z.string(), nativeName: z.string() })),
        /** Seats of the class that are neither taken nor offered. */
        freeSeats: z.int(),
        status: z.enum(waitlistStatuses),
        /** Why the student has priority, by the rule in force when they joined. */
        reasons: Reasons,
        joinedAt: z.string(),
        /** When the offer ends. */
        expiresAt: z.nullable(z.string()),
      }),
    ),
  }),
  /** Seats offered to the caller's children, the first to expire on top. */
  'enrolments-offers': read({
    by: ['parent'],
    isFresh: true,
    input: Nothing,
    output: z.array(
      z.object({
        id: Id,
        student: z.string(),
        studentNativeName: z.string(),
        section: z.string(),
        nativeName: z.string(),
        crayon: Crayon,
        weekday: Weekday,
        startsAt: Time,
        endsAt: Time,
        /** The price of the class before discounts. */
        priceCents: Cents,
        /** When the offer ends; null when it has no end. */
        expiresAt: z.nullable(z.string()),
        /**
         * True when the office has been asked for a transfer to this class. The seat is kept until the office answers.
         */
        isAsked: z.boolean(),
        /** The class that is offered. When it clashes with others, the family can transfer to it in one step. */
        sectionId: Id,
        studentId: Id,
        /** The student's classes at the same time. The seat can't be taken without leaving them. */
        clashes: z.array(
          z.object({
            enrolmentId: Id,
            name: z.string(),
            nativeName: z.string(),
            /** True when the student can leave it for the offered seat in one step, as a transfer. */
            mayChange: z.boolean(),
          }),
        ),
      }),
    ),
  }),
  /**
   * The classes of a student and their siblings, each with the conflicts in the family's timetable, and how long the
   * family would wait with each class that accepts a student now. No options for a family with one child.
   */
  'enrolments-familyTimes': read({
    by: ['admin'],
    input: z.object({ studentId: Id }),
    output: z.object({
      visits: z.array(
        z.object({
          studentId: Id,
          student: z.string(),
          studentNativeName: z.string(),
          sectionId: Id,
          section: z.string(),
          sectionNativeName: z.string(),
          otherTerm: OtherTerm,
          termId: Id,
          weekday: Weekday,
          startsAt: Time,
          endsAt: Time,
          conflicts: z.array(
            z.object({
              kind: z.enum(timeConflicts),
              student: z.string(),
              studentNativeName: z.string(),
              section: z.string(),
              sectionNativeName: z.string(),
              minutes: z.int(),
            }),
          ),
        }),
      ),
      choices: z.array(
        z.object({
          sectionId: Id,
          /** Null when it conflicts with the family's timetable. */
          minutes: z.nullable(z.int()),
          /** True for the class of its course with the shortest wait. */
          isLeast: z.boolean(),
        }),
      ),
    }),
  }),
  /** How a student would fit into a class if the office enrolled them now, and what that would cost. Not binding. */
  'enrolments-fit': read({
    by: ['admin'],
    isFresh: true,
    input: z.object({ studentId: Id, sectionId: Id }),
    output: z.object({
      /** True when the student is already in the class or on its waitlist. */
      isThere: z.boolean(),
      /**
       * True when the office may enroll into the class: it is open or running, and its seats are not given by a
       * lottery.
       */
      isOpen: z.boolean(),
      capacity: z.int(),
      seated: z.int(),
      /** Seats held in families' carts or offered to students on the waitlist. */
      promised: z.int(),
      waiting: z.int(),
      /** Zero while anyone is on the waitlist, because a freed seat is theirs. */
      placesLeft: z.int(),
      /** The capacity of the room, and whether it is reached; null when it was never set. */
      roomSeats: z.nullable(z.int()),
      isRoomFull: z.boolean(),
      /** The age on the day that counts for the class; null when the birthday is unknown. */
      age: z.nullable(z.int()),
      ageFrom: z.nullable(z.int()),
      ageTo: z.nullable(z.int()),
      ageDay: Day,
      /** Requirements of the course that the student does not meet. */
      missing: z.array(z.enum(approvalReasons)),
      /** The student's classes at the same time. */
      clashes: z.array(z.object({ name: z.string(), nativeName: z.string() })),
      /** The rules that a seat would override. Without `full` the student joins the waitlist. */
      overrides: z.array(z.enum(enrolOverrides)),
      totalCents: Cents,
    }),
  }),
  /** Extends the hold of the caller's cart, once. */
  'enrolments-extendHold': write({
    by: ['newcomer'],
    input: Nothing,
    output: z.object({ expiresAt: Instant, now: Instant }),
  }),
  /** The caller's children's positions on waitlists, with the reasons, in the order in which they joined. */
  'enrolments-line': read({
    by: ['parent'],
    isFresh: true,
    input: Nothing,
    output: z.array(
      z.object({
        id: Id,
        student: z.string(),
        studentNativeName: z.string(),
        section: z.string(),
        nativeName: z.string(),
        crayon: Crayon,
        weekday: Weekday,
        startsAt: Time,
        endsAt: Time,
        /** 1 is next. Students who have been offered a seat come before. */
        position: z.int(),
        reasons: Reasons,
        joinedAt: z.string(),
      }),
    ),
  }),
  /** Takes one's child off a waitlist. */
  'enrolments-leaveLine': write({ by: ['parent'], input: z.object({ id: Id }), output: z.object({ id: Id }) }),
  /** The past waitlist entries of a class with their outcomes, newest first. */
  'enrolments-pastLine': read({
    by: ['admin'],
    input: z.object({ sectionId: Id }),
    output: z.array(
      z.object({
        id: Id,
        studentId: Id,
        student: z.string(),
        nativeName: z.string(),
        status: z.enum(waitlistStatuses),
        reasons: Reasons,
        joinedAt: z.string(),
        offeredAt: z.nullable(z.string()),
        answeredAt: z.nullable(z.string()),
      }),
    ),
  }),
}
