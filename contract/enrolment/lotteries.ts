import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { WaitlistStatus } from './enrolments.ts'
import {
  leftOutReasons,
  lotteryMovesByHand,
  lotteryStatuses,
  mostClasses,
  mostRanks,
  togethers,
} from './lotteries.plain.ts'
import { waitingPriorities } from '../settings.plain.ts'
import {
  Crayon,
  Id,
  Instant,
  Line,
  ListInput,
  Nothing,
  OptionalLine,
  page,
  Time,
  WallTime,
  Weekday,
} from '../values.ts'

export * from './lotteries.plain.ts'

export const LotteryStatus = z.enum(lotteryStatuses)
export type LotteryStatus = z.infer<typeof LotteryStatus>
export const Together = z.enum(togethers)
export type Together = z.infer<typeof Together>

const Named = { id: Id, name: z.string(), nativeName: z.string() }
/** The letter of a class within its lottery. */
const Code = z.string()

/** A class of a lottery. */
const LotteryClass = z.object({
  sectionId: Id,
  code: Code,
  name: z.string(),
  nativeName: z.string(),
  crayon: Crayon,
  weekday: Weekday,
  startsAt: Time,
  endsAt: Time,
  ageFrom: z.nullable(z.int()),
  ageTo: z.nullable(z.int()),
  /** The seats to be drawn: those free now, or after the draw those that were free then. */
  seats: z.int(),
})
export type LotteryClass = z.infer<typeof LotteryClass>

/** The public facts about a lottery. */
const About = {
  ...Named,
  term: z.object(Named),
  status: LotteryStatus,
  opensAt: Instant,
  closesAt: Instant,
  /** The number of hours in which a winner may confirm. */
  confirmHours: z.int(),
  /** The school's published priorities, when they count; empty when every family has the same chance. */
  priorities: z.array(z.enum(waitingPriorities)),
  /** The public source whose numbers become part of the seed; empty when the seed is the school's secret alone. */
  publicSource: z.string(),
  /** The SHA-256 of the school's secret, published when the lottery opens. */
  commitment: z.nullable(z.string()),
  /** The SHA-256 of the list of entries, published when entries close. */
  fingerprint: z.nullable(z.string()),
  drawnAt: z.nullable(Instant),
  classes: z.array(LotteryClass),
}

/** A lottery as the office sees it, with the demand for each class. */
export const Lottery = z.object({
  ...About,
  usesPriorities: z.boolean(),
  families: z.int(),
  children: z.int(),
  demand: z.array(
    z.object({
      sectionId: Id,
      /** The number of children who rank it first, and of those who rank it at all. */
      first: z.int(),
      any: z.int(),
      /** The state of its seats since the draw. */
      offered: z.int(),
      accepted: z.int(),
      waiting: z.int(),
    }),
  ),
})
export type Lottery = z.infer<typeof Lottery>

const hours = z.int('number').check(z.minimum(1, 'number'), z.maximum(336, 'number'))
const LotteryInput = z.object({
  name: Line,
  nativeName: OptionalLine,
  /** On the school's wall clock. */
  opensAt: WallTime,
  closesAt: WallTime,
  confirmHours: hours,
  /** True when the school's published priorities take precedence over the draw. */
  usesPriorities: z.boolean(),
  publicSource: OptionalLine,
  sectionIds: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(mostClasses, 'many')),
})

const LeftOut = z.array(z.object({ code: Code, reason: z.enum(leftOutReasons) }))
const Place = z.object({ code: Code, place: z.int() })

/** Everything needed to repeat the draw independently. Families and children are numbers, classes are letters. */
export const Protocol = z.object({
  ...About,
  /** The school's secret and the public source's value, published with the draw. */
  secret: z.nullable(z.string()),
  publicValue: z.nullable(z.string()),
  /** Empty until entries close. */
  tickets: z.array(
    z.object({
      number: z.string(),
      together: Together,
      priority: z.int(),
      entries: z.array(z.object({ number: z.string(), ranks: z.array(Code) })),
    }),
  ),
  /** Empty until the draw. */
  results: z.array(z.object({ number: z.string(), turn: z.int(), won: z.nullable(Code), lines: z.array(Place) })),
})
export type Protocol = z.infer<typeof Protocol>

/** An entry as the office sees it. */
const OfficeEntry = z.object({
  id: Id,
  number: z.string(),
  studentId: Id,
  student: z.string(),
  nativeName: z.string(),
  household: z.string(),
  together: Together,
  ranks: z.array(Code),
  leftOut: LeftOut,
  turn: z.nullable(z.int()),
  won: z.nullable(Code),
  /** The state of the seat that was won. */
  status: z.nullable(WaitlistStatus),
  lines: z.array(Place),
})
export type OfficeEntry = z.infer<typeof OfficeEntry>

/** A child in a lottery, as its family sees it. */
const MyChild = z.object({
  studentId: Id,
  name: z.string(),
  nativeName: z.string(),
  /** The child's number in the published list; null while it takes no part. */
  number: z.nullable(z.string()),
  ranks: z.array(Code),
  /** The classes it may choose. */
  fits: z.array(Code),
  leftOut: LeftOut,
  won: z.nullable(z.object({ code: Code, status: WaitlistStatus, offerId: Id, expiresAt: z.nullable(Instant) })),
  /** The waitlists that the draw has put it on, with its current position, and those of them that have offered it a spot. */
  lines: z.array(z.object({ code: Code, place: z.nullable(z.int()), status: WaitlistStatus })),
})
export type MyChild = z.infer<typeof MyChild>
export const MyLottery = z.object({
  ...About,
  /** True while families may enter, change and withdraw. */
  isOpen: z.boolean(),
  together: Together,
  /** The family's own number; null while it takes no part. */
  ticket: z.nullable(z.string()),
  children: z.array(MyChild),
})
export type MyLottery = z.infer<typeof MyLottery>

export const lotteries = {
  /** Lotteries that families can enter or look up, newest first, without entries. */
  'lotteries-published': read({ by: ['guest'], isShared: true, input: Nothing, output: z.array(z.object(About)) }),
  /** The published protocol of one lottery. Contains no names. */
  'lotteries-protocol': read({ by: ['guest'], input: z.object({ id: Id }), output: Protocol }),
  /**
   * Lotteries that the caller's children take part in or could, with their entries and the outcome. A guardian only
   * sees entries of children whose data they may see.
   */
  'lotteries-mine': read({ by: ['parent'], input: Nothing, output: z.array(MyLottery) }),
  /**
   * Enters the caller's children, or changes their entry: the input replaces the earlier entry, and a child that is
   * left out no longer takes part. Refused once the lottery has closed (DRAW_CLOSED).
   */
  'lotteries-enter': write({
    by: ['parent'],
    input: z.object({
      id: Id,
      together: Together,
      children: z
        .array(
          z.object({
            studentId: Id,
            /** Classes by their letters, most wanted first. */
            ranks: z.array(Code).check(z.minLength(1, 'required'), z.maxLength(mostRanks, 'many')),
          }),
        )
        .check(z.minLength(1, 'required'), z.maxLength(8, 'many')),
    }),
    output: MyLottery,
  }),
  /** Takes the caller's children out of an open lottery. Their number is kept in case they enter again. */
  'lotteries-withdraw': write({ by: ['parent'], input: z.object({ id: Id }), output: MyLottery }),
  /** Every lottery with its classes and the demand for them, newest first. */
  'lotteries-list': read({ by: ['admin'], input: Nothing, output: z.array(Lottery) }),
  /** The entries by number, and after the draw in its order. */
  'lotteries-entries': read({
    by: ['admin'],
    input: z.object({ id: Id, ...ListInput.shape }),
    output: page(OfficeEntry),
  }),
  /**
   * Creates a lottery as a draft. From then on its classes' seats are given only by the draw. A class that someone
   * waits for or has in a cart (CLASS_WANTED), or that is in another lottery (IN_DRAW), can't be included.
   */
  'lotteries-create': write({ by: ['admin'], input: z.object({ termId: Id, ...LotteryInput.shape }), output: Lottery }),
  /** Changes a lottery that is still a draft. Families rely on an open one, so it can't be changed. */
  'lotteries-change': write({ by: ['admin'], input: z.object({ id: Id, ...LotteryInput.shape }), output: Lottery }),
  /**
   * Opens, closes or cancels a lottery, as `lotteryMoves` allows. Opening generates the school's secret and publishes
   * its SHA-256. Closing leaves out choices that are no longer valid and publishes the SHA-256 of the list. Canceling
   * releases the classes and emails the families that have entered.
   */
  'lotteries-move': write({
    by: ['admin'],
    input: z.object({ id: Id, to: z.enum(lotteryMovesByHand) }),
    output: Lottery,
  }),
  /**
   * Draws, once: winners are offered their seat until the deadline, the others join the waitlists in the drawn order,
   * and every family is emailed. `publicValue` is the value of the public source, required if one was announced.
   */
  'lotteries-draw': write({ by: ['admin'], input: z.object({ id: Id, publicValue: OptionalLine }), output: Lottery }),
  /**
   * Repeats the draw from the stored entries and seed, and says whether it matches the stored result. Changes nothing.
   */
  'lotteries-rerun': read({
    by: ['admin'],
    input: z.object({ id: Id }),
    output: z.object({
      seed: z.string(),
      isSame: z.boolean(),
      isCommitted: z.boolean(),
      isListed: z.boolean(),
      /** The numbers whose result differs. */
      differing: z.array(z.string()),
    }),
  }),
}
