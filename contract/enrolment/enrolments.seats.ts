import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { approvalReasons, choiceOutcomes, enrolOverrides, timeConflicts, waitlistStatuses } from './enrolments.plain.ts'
import { waitingPriorities } from '../settings.plain.ts'
import { Cents, Crayon, Day, Id, Instant, Nothing, Time, Weekday } from '../values.ts'

const Reasons = z.array(z.enum(waitingPriorities))

/** The seats of a cart as they are held now. */
export const Held = z.object({
  /** One end for the whole cart, by the school's clock; null while no seat is held. */
  expiresAt: z.nullable(Instant),
  /** The school's clock at the answer: devices count from here, whatever their own clocks say. */
  now: Instant,
  /** It can be made longer, once. */
  mayExtend: z.boolean(),
  choices: z.array(
    z.object({ childKey: z.string(), sectionId: Id, outcome: z.enum(choiceOutcomes), isHeld: z.boolean() }),
  ),
})
export type Held = z.infer<typeof Held>

/** Seats in carts and places in line, as one reads and leaves them. */
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
        /** Classes of the student at the same time: they would have to leave them first. */
        clashes: z.array(z.object({ name: z.string(), nativeName: z.string() })),
        /** Seats of the class that are neither taken nor offered. */
        freeSeats: z.int(),
        status: z.enum(waitlistStatuses),
        /** Why they stand ahead, by the rule that held when they joined. */
        reasons: Reasons,
        joinedAt: z.string(),
        /** When an offer ends. */
        expiresAt: z.nullable(z.string()),
      }),
    ),
  }),
  /** Seats on offer to the caller's children, the one that ends first first. */
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
        /** What the class costs before discounts. */
        priceCents: Cents,
        /** When the offer ends; null where it does not. */
        expiresAt: z.nullable(z.string()),
        /** The office was asked to change to it: the seat stays kept until it has answered. */
        isAsked: z.boolean(),
        /** Of the class that is offered: where it clashes with others, one changes to it in one step. */
        sectionId: Id,
        studentId: Id,
        /** Classes of the student at the same time: the seat can't be taken without leaving them. */
        clashes: z.array(
          z.object({
            enrolmentId: Id,
            name: z.string(),
            nativeName: z.string(),
            /** It can be left for the offered seat in one step, as a change of class. */
            mayChange: z.boolean(),
          }),
        ),
      }),
    ),
  }),
  /**
   * The classes of a student and of its siblings, each with what does not go together with it, and for how long the
   * family would wait in each class that takes somebody now. Nothing to choose from for a family with one child.
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
          /** Null where it does not go with what the family has. */
          minutes: z.nullable(z.int()),
          /** Of its course the one with the least waiting. */
          isLeast: z.boolean(),
        }),
      ),
    }),
  }),
  /** How a student would fit into a class if the office put them in now, and what that costs; promises nothing. */
  'enrolments-fit': read({
    by: ['admin'],
    isFresh: true,
    input: z.object({ studentId: Id, sectionId: Id }),
    output: z.object({
      /** Whether they are in the class or wait for it already. */
      isThere: z.boolean(),
      /** Whether the class takes enrolments by hand: it is open or running, and no draw gives its seats. */
      isOpen: z.boolean(),
      capacity: z.int(),
      seated: z.int(),
      /** In carts of families, or offered to somebody in line. */
      promised: z.int(),
      waiting: z.int(),
      /** None while somebody waits: a freed seat is theirs. */
      placesLeft: z.int(),
      /** What the room holds, and whether that is reached; null where nobody said. */
      roomSeats: z.nullable(z.int()),
      isRoomFull: z.boolean(),
      /** On the day that counts for the class; null where the birthday isn't known. */
      age: z.nullable(z.int()),
      ageFrom: z.nullable(z.int()),
      ageTo: z.nullable(z.int()),
      ageDay: Day,
      /** What the course asks for and the student has not. */
      missing: z.array(z.enum(approvalReasons)),
      /** Classes of the student at the same time. */
      clashes: z.array(z.object({ name: z.string(), nativeName: z.string() })),
      /** The rules that a seat would pass over; with `full` left out the student goes in line. */
      overrides: z.array(z.enum(enrolOverrides)),
      totalCents: Cents,
    }),
  }),
  /** Makes the hold of the caller's cart longer, once. */
  'enrolments-extendHold': write({
    by: ['newcomer'],
    input: Nothing,
    output: z.object({ expiresAt: Instant, now: Instant }),
  }),
  /** Where the caller's children are on the waitlist, and why there, in the order in which they joined. */
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
        /** 1 is next; those who are offered a seat stand before. */
        position: z.int(),
        reasons: Reasons,
        joinedAt: z.string(),
      }),
    ),
  }),
  /** Takes one's child off a waiting list. */
  'enrolments-leaveLine': write({ by: ['parent'], input: z.object({ id: Id }), output: z.object({ id: Id }) }),
  /** What became of the places in line of a class that are over, the newest first. */
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
