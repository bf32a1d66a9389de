import * as z from 'zod/mini'
import { EnrolmentStatus, timeConflicts } from './enrolments.ts'
import { read, write } from '../callable.ts'
import { Cents, Crayon, Day, Id, Line, ListInput, Nothing, OptionalLine, page, Time, Weekday } from '../values.ts'
import {
  copyOutcomes,
  lineFilters,
  promotionDecisions,
  promotionMovesByHand,
  promotionReasons,
  promotionStatuses,
  promotionSteps,
} from './promotions.plain.ts'

export * from './promotions.plain.ts'

export const PromotionStatus = z.enum(promotionStatuses)
export type PromotionStatus = z.infer<typeof PromotionStatus>
export const PromotionStep = z.enum(promotionSteps)
export type PromotionStep = z.infer<typeof PromotionStep>

export const PromotionDecision = z.enum(promotionDecisions)
export type PromotionDecision = z.infer<typeof PromotionDecision>

export const PromotionReason = z.enum(promotionReasons)
export type PromotionReason = z.infer<typeof PromotionReason>

export const TimeConflict = z.enum(timeConflicts)
export type TimeConflict = z.infer<typeof TimeConflict>

const Named = { id: Id, name: z.string(), nativeName: z.string() }
const ClassTime = { weekday: Weekday, startsAt: Time, endsAt: Time }

export const PromotionLine = z.object({
  id: Id,
  studentId: Id,
  student: z.string(),
  nativeName: z.string(),
  grade: z.string(),
  /** The grade that the student is in afterwards; the same where grades stay. */
  nextGrade: z.string(),
  household: z.string(),
  from: z.object({ ...Named, crayon: Crayon }),
  decision: PromotionDecision,
  to: z.nullable(z.object({ ...Named, ...ClassTime, crayon: Crayon })),
  reason: PromotionReason,
  /** The released result that spoke against moving up. */
  percent: z.nullable(z.number()),
  /** Decided by the office, not by the proposal. */
  isChanged: z.boolean(),
  conflicts: z.array(
    z.object({
      kind: TimeConflict,
      /** With whom: a sibling, or the student themselves. */
      student: z.string(),
      nativeName: z.string(),
      section: z.string(),
      sectionNativeName: z.string(),
      ...ClassTime,
      minutes: z.int(),
    }),
  ),
  /** What has become of the place since the promotion was applied. */
  place: z.nullable(EnrolmentStatus),
})
export type PromotionLine = z.infer<typeof PromotionLine>

export const PromotionRun = z.object({
  id: Id,
  from: z.object(Named),
  to: z.object(Named),
  step: PromotionStep,
  raisesGrades: z.boolean(),
  passPercent: z.nullable(z.int()),
  status: PromotionStatus,
  /** Until when families may confirm the places. */
  holdUntil: z.nullable(Day),
  lines: z.int(),
  createdAt: z.string(),
  createdBy: z.string(),
  reviewedBy: z.string(),
  appliedAt: z.nullable(z.string()),
  appliedBy: z.string(),
  /** With which `batches-undo` takes it back; null before and after. */
  batchId: z.nullable(Id),
})
export type PromotionRun = z.infer<typeof PromotionRun>

export const PromotionClass = z.object({
  ...Named,
  ...ClassTime,
  crayon: Crayon,
  courseId: Id,
  capacity: z.int(),
  minimum: z.int(),
  /** Seats that are taken or promised without this promotion. */
  seated: z.int(),
  /** Who comes by this promotion. */
  coming: z.int(),
})
export type PromotionClass = z.infer<typeof PromotionClass>

const Counts = z.object({
  promote: z.int(),
  retain: z.int(),
  leave: z.int(),
  choose: z.int(),
  changed: z.int(),
  /** Lines with a conflict of times, and those among them where a student would be in two classes at once. */
  conflicts: z.int(),
  double: z.int(),
  /** Classes that more students come to than have a seat. */
  overfull: z.int(),
  /** Of an applied promotion: places that wait for the family, were confirmed, were given up. */
  waiting: z.int(),
  confirmed: z.int(),
  ended: z.int(),
})

const CopyOptions = z.object({ teachers: z.boolean(), rooms: z.boolean(), fees: z.boolean() })
const NewTerm = z.object({
  name: Line,
  nativeName: OptionalLine,
  startsOn: Day,
  endsOn: Day,
  /** Takes over the closed days, as far from the first day as they were. */
  closures: z.boolean(),
})
const CopyInput = {
  fromTermId: Id,
  /** A term that is there, or else a new one. */
  toTermId: z.nullable(Id),
  newTerm: z.nullable(NewTerm),
}

const EditableDecision = z.enum(['promote', 'retain', 'leave', 'choose'])
export const promotions = {
  /**
   * What copying the classes of a term into another would do, class by class, and the days of a new term. Changes
   * nothing.
   */
  'promotions-copyPlan': read({
    by: ['admin'],
    input: z.object(CopyInput),
    output: z.object({
      /** The new term, or the one that is there, with how many days it meets and the closed days taken over. */
      term: z.object({
        startsOn: Day,
        endsOn: Day,
        sessionCount: z.int(),
        closures: z.array(z.object({ onDay: Day, reason: z.string() })),
      }),
      classes: z.array(
        z.object({
          ...Named,
          ...ClassTime,
          crayon: Crayon,
          room: z.string(),
          teachers: z.array(z.string()),
          /** In the same order; empty for one who has none. */
          teacherNativeNames: z.array(z.string()),
          tuitionCents: Cents,
          outcome: z.enum(copyOutcomes),
          /** Meetings that it would have. */
          meetings: z.int(),
          /** Teachers who have left, and a room that is out of use: they are not copied. */
          lost: z.array(z.string()),
        }),
      ),
    }),
  }),
  /**
   * Copies classes into another term, which is made first where it is a new one; each becomes a draft. Those that are
   * there already are left out, so that a second time copies nothing twice. One batch, to be undone as a whole.
   */
  'promotions-copyClasses': write({
    by: ['admin'],
    input: z.object({
      ...CopyInput,
      sectionIds: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(1000)),
      options: CopyOptions,
    }),
    output: z.object({ termId: Id, copied: z.int(), skipped: z.int(), batchId: z.nullable(Id) }),
  }),
  /** Promotions, newest first; discarded ones are left out. */
  'promotions-list': read({ by: ['admin'], input: Nothing, output: z.array(PromotionRun) }),
  /**
   * Proposes where each student of a term goes in another one. Refused while another promotion between the two terms
   * is worked on (ALREADY_EXISTS). A student who has a place there already is left alone.
   */
  'promotions-propose': write({
    by: ['admin'],
    input: z.object({
      fromTermId: Id,
      toTermId: Id,
      step: PromotionStep,
      raisesGrades: z.boolean(),
      /** A student with a released result below it is left to the office; null asks for none. */
      passPercent: z.nullable(z.int().check(z.minimum(1, 'percent'), z.maximum(100, 'percent'))),
    }),
    output: PromotionRun,
  }),
  'promotions-get': read({
    by: ['admin'],
    input: z.object({ id: Id }),
    output: z.object({
      run: PromotionRun,
      counts: Counts,
      classes: z.array(PromotionClass),
      /** The classes that students come from. */
      sources: z.array(z.object({ ...Named, crayon: Crayon, lines: z.int(), undecided: z.int() })),
    }),
  }),
  /** The students of a promotion, by name. */
  'promotions-lines': read({
    by: ['admin'],
    input: z.object({
      ...ListInput.shape,
      id: Id,
      only: z.optional(z.enum(lineFilters)),
      fromSectionId: z.optional(Id),
      toSectionId: z.optional(Id),
    }),
    output: page(PromotionLine),
  }),
  /**
   * Decides for some students: a class of the new term for those who move on or stay, none for those who leave or are
   * left open. Only in a draft.
   */
  'promotions-decide': write({
    by: ['admin'],
    input: z.object({
      id: Id,
      lineIds: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(1000)),
      decision: EditableDecision,
      sectionId: z.nullable(Id),
    }),
    output: z.object({ changed: z.int() }),
  }),
  /**
   * Finishes the review, opens it again or discards it. Finishing is refused while a student is undecided
   * (UNDECIDED), would be in two classes at once (TIMES_OVERLAP), or a class has too few seats (CLASS_FULL).
   */
  'promotions-move': write({
    by: ['admin'],
    input: z.object({ id: Id, to: z.enum(promotionMovesByHand) }),
    output: z.object({ id: Id, status: PromotionStatus }),
  }),
  /**
   * Holds a place for each student who goes on, for the family to confirm until the last day; no money is asked for
   * before that. All or nothing; a seat that was taken meanwhile ends it with CLASS_FULL. With `tell` each family
   * gets one letter. One batch, to be undone as a whole while no family has answered.
   */
  'promotions-apply': write({
    by: ['admin'],
    input: z.object({ id: Id, holdUntil: Day, tell: z.boolean() }),
    output: z.object({ places: z.int(), grades: z.int(), letters: z.int(), batchId: Id }),
  }),
  /** Frees the places that no family has confirmed, once their last day is over. */
  'promotions-release': write({
    by: ['admin'],
    input: z.object({ id: Id }),
    output: z.object({ released: z.int(), batchId: z.nullable(Id) }),
  }),
  /** Places held for the caller's children, with what each costs before discounts. */
  'promotions-places': read({
    by: ['parent'],
    input: Nothing,
    output: z.array(
      z.object({
        id: Id,
        student: z.string(),
        studentNativeName: z.string(),
        section: z.string(),
        nativeName: z.string(),
        crayon: Crayon,
        ...ClassTime,
        term: z.object({ name: z.string(), nativeName: z.string(), startsOn: Day }),
        holdUntil: Day,
        priceCents: Cents,
        /** Whether it can be confirmed by now: the term registers and the class is open. */
        isOpen: z.boolean(),
      }),
    ),
  }),
  /** Confirms a held place, which makes the invoice that follows from the rules, or gives it up. */
  'promotions-answer': write({
    by: ['parent', 'admin'],
    input: z.object({ id: Id, keeps: z.boolean() }),
    output: z.object({ id: Id, status: EnrolmentStatus, invoiceNumber: z.nullable(z.string()) }),
  }),
}
