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
  /** Seats that are drawn for: those free now, and from the draw on those that were free then. */
  seats: z.int(),
})
export type LotteryClass = z.infer<typeof LotteryClass>

/** What everybody may know of a lottery. */
const About = {
  ...Named,
  term: z.object(Named),
  status: LotteryStatus,
  opensAt: Instant,
  closesAt: Instant,
  /** For so long a winner may confirm. */
  confirmHours: z.int(),
  /** What the school's published priorities are where they count; empty where every family has the same chance. */
  priorities: z.array(z.enum(waitingPriorities)),
  /** The public source whose numbers go into the seed; empty where the school's secret is all of it. */
  publicSource: z.string(),
  /** SHA-256 of the school's secret, since it opened. */
  commitment: z.nullable(z.string()),
  /** SHA-256 of the list of entries, since they closed. */
  fingerprint: z.nullable(z.string()),
  drawnAt: z.nullable(Instant),
  classes: z.array(LotteryClass),
}

/** The same for the office, with how much is wanted. */
export const Lottery = z.object({
  ...About,
  usesPriorities: z.boolean(),
  families: z.int(),
  children: z.int(),
  demand: z.array(
    z.object({
      sectionId: Id,
      /** Children who wish for it first, and those who wish for it at all. */
      first: z.int(),
      any: z.int(),
      /** What has become of its seats since the draw. */
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
  /** By the school's wall clock. */
  opensAt: WallTime,
  closesAt: WallTime,
  confirmHours: hours,
  /** Whether the school's published priorities decide before the draw does. */
  usesPriorities: z.boolean(),
  publicSource: OptionalLine,
  sectionIds: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(mostClasses, 'many')),
})

const LeftOut = z.array(z.object({ code: Code, reason: z.enum(leftOutReasons) }))
const Place = z.object({ code: Code, place: z.int() })

/** All that anybody needs to draw again by themselves: families and children are numbers, classes letters. */
export const Protocol = z.object({
  ...About,
  /** The school's secret and what the public source said, since the draw. */
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
  /** What has become of the seat that was won. */
  status: z.nullable(WaitlistStatus),
  lines: z.array(Place),
})
export type OfficeEntry = z.infer<typeof OfficeEntry>

/** A child in a lottery as its family sees it. */
const MyChild = z.object({
  studentId: Id,
  name: z.string(),
  nativeName: z.string(),
  /** Its number in the published list; null while it takes no part. */
  number: z.nullable(z.string()),
  ranks: z.array(Code),
  /** Classes that it may wish for. */
  fits: z.array(Code),
  leftOut: LeftOut,
  won: z.nullable(z.object({ code: Code, status: WaitlistStatus, offerId: Id, expiresAt: z.nullable(Instant) })),
  /** Where it is on the waitlist now. */
  lines: z.array(Place),
})
export type MyChild = z.infer<typeof MyChild>
export const MyLottery = z.object({
  ...About,
  /** Whether one may enter, change and withdraw now. */
  isOpen: z.boolean(),
  together: Together,
  /** The family's own number; null while it takes no part. */
  ticket: z.nullable(z.string()),
  children: z.array(MyChild),
})
export type MyLottery = z.infer<typeof MyLottery>

export const lotteries = {
  /** Lotteries that families can enter or look at, the newest first: without entries. */
  'lotteries-published': read({ by: ['guest'], isShared: true, input: Nothing, output: z.array(z.object(About)) }),
  /** The published protocol of one lottery. Names nobody. */
  'lotteries-protocol': read({ by: ['guest'], input: z.object({ id: Id }), output: Protocol }),
  /**
   * Lotteries that the caller's children take part in or could, with the entry and what became of it. A guardian sees
   * the entries of children whose data they may see, and no others.
   */
  'lotteries-mine': read({ by: ['parent'], input: Nothing, output: z.array(MyLottery) }),
  /**
   * Enters the caller's children, or changes their entry: what is sent takes the place of what was there, and a child
   * that is left out takes no part any more. Until the lottery closes (DRAW_CLOSED).
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
            /** Classes by their letters, the dearest first. */
            ranks: z.array(Code).check(z.minLength(1, 'required'), z.maxLength(mostRanks, 'many')),
          }),
        )
        .check(z.minLength(1, 'required'), z.maxLength(8, 'many')),
    }),
    output: MyLottery,
  }),
  /** Takes the caller's children out of a lottery that is open. Their number is kept for a second thought. */
  'lotteries-withdraw': write({ by: ['parent'], input: z.object({ id: Id }), output: MyLottery }),
  /** Every lottery with its classes and how much they are wanted, the newest first. */
  'lotteries-list': read({ by: ['admin'], input: Nothing, output: z.array(Lottery) }),
  /** Who takes part, by number, and since the draw in its order. */
  'lotteries-entries': read({
    by: ['admin'],
    input: z.object({ id: Id, ...ListInput.shape }),
    output: page(OfficeEntry),
  }),
  /**
   * Makes a lottery in draft: from now on its classes are given by the draw alone. A class that somebody waits for or
   * has in the cart, or that is in another draw, can't be part of one (CLASS_WANTED, IN_DRAW).
   */
  'lotteries-create': write({ by: ['admin'], input: z.object({ termId: Id, ...LotteryInput.shape }), output: Lottery }),
  /** Changes a lottery that is still a draft; families rely on what was opened. */
  'lotteries-change': write({ by: ['admin'], input: z.object({ id: Id, ...LotteryInput.shape }), output: Lottery }),
  /**
   * Opens, closes or cancels, as `lotteryMoves` allows. Opening makes the school's secret and publishes its SHA-256;
   * closing leaves out what does not fit any more and publishes the SHA-256 of the list; cancelling gives the classes
   * free and writes to who has entered.
   */
  'lotteries-move': write({
    by: ['admin'],
    input: z.object({ id: Id, to: z.enum(lotteryMovesByHand) }),
    output: Lottery,
  }),
  /**
   * Draws, once: winners are offered their seat until the deadline, the others join the lines in the drawn order, and
   * every family is written to. `publicValue` is what the public source said, and needed where one was announced.
   */
  'lotteries-draw': write({ by: ['admin'], input: z.object({ id: Id, publicValue: OptionalLine }), output: Lottery }),
  /**
   * Draws again from the stored entries and the seed, and says whether the stored result is the same. Changes nothing.
   */
  'lotteries-rerun': read({
    by: ['admin'],
    input: z.object({ id: Id }),
    output: z.object({
      seed: z.string(),
      isSame: z.boolean(),
      isCommitted: z.boolean(),
      isListed: z.boolean(),
      /** Numbers whose result is another one. */
      differing: z.array(z.string()),
    }),
  }),
}
