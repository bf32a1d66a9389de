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
  /** The student's grade afterwards; the same when grades don't change. */
  nextGrade: z.string(),
  household: z.string(),
  from: z.object({ ...Named, crayon: Crayon }),
  decision: PromotionDecision,
  to: z.nullable(z.object({ ...Named, ...ClassTime, crayon: Crayon })),
  reason: PromotionReason,
  /** The released result that argued against moving up. */
  percent: z.nullable(z.number()),
  /** True when the office made the decision, not the proposal. */
  isChanged: z.boolean(),
  conflicts: z.array(
    z.object({
      kind: TimeConflict,
      /** The other student: a sibling, or the student themselves. */
      student: z.string(),
      nativeName: z.string(),
      section: z.string(),
      sectionNativeName: z.string(),
      ...ClassTime,
      minutes: z.int(),
    }),
  ),
  /** The state of the enrolment since the promotion was applied. */
  place: z.nullable(EnrolmentStatus),
})
export type PromotionLine = z.infer<typeof PromotionLine>

export const PromotionRun = z.object({
  id: Id,
  from: z.object(Named),
  to: z.object({ ...Named, startsOn: Day }),
  step: PromotionStep,
  raisesGrades: z.boolean(),
  passPercent: z.nullable(z.int()),
  status: PromotionStatus,
  /** The last day for families to confirm. */
  holdUntil: z.nullable(Day),
  lines: z.int(),
  createdAt: z.string(),
  createdBy: z.string(),
  reviewedBy: z.string(),
  appliedAt: z.nullable(z.string()),
  appliedBy: z.string(),
  /** The batch that `batches-undo` takes back; null before applying and after undoing. */
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
  /** Seats taken or promised, not counting this promotion. */
  seated: z.int(),
  /** The number of students who come by this promotion. */
  coming: z.int(),
})
export type PromotionClass = z.infer<typeof PromotionClass>

const Counts = z.object({
  promote: z.int(),
  retain: z.int(),
  leave: z.int(),
  choose: z.int(),
  changed: z.int(),
  /** Lines with a time conflict, and the number of those in which a student would be in two classes at once. */
  conflicts: z.int(),
  double: z.int(),
  /** Classes with more students coming than they have seats. */
  overfull: z.int(),
  /** For an applied promotion: the numbers of enrolments that wait for the family, are confirmed, and were given up. */
  waiting: z.int(),
  confirmed: z.int(),
  ended: z.int(),
  /** The number of students whose school grade goes up as soon as it is applied. */
  grades: z.int(),
})

const CopyOptions = z.object({ teachers: z.boolean(), rooms: z.boolean(), fees: z.boolean() })
const NewTerm = z.object({
  name: Line,
  nativeName: OptionalLine,
  startsOn: Day,
  endsOn: Day,
  /** Copies the closed days, at the same distance from the first day. */
  closures: z.boolean(),
})
const CopyInput = {
  fromTermId: Id,
  /** An existing term, or else a new one. */
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
      /** The new or existing term, with its number of meeting days and the closed days that are copied. */
      term: z.object({
        startsOn: Day,
        endsOn: Day,
        sessionCount: z.int(),
        closures: z.array(z.object({ onDay: Day, reason: z.string(), nativeReason: z.string() })),
      }),
      classes: z.array(
        z.object({
          ...Named,
          ...ClassTime,
          crayon: Crayon,
          room: z.string(),
          teachers: z.array(z.string()),
          /** In the same order; empty for a teacher without one. */
          teacherNativeNames: z.array(z.string()),
          tuitionCents: Cents,
          outcome: z.enum(copyOutcomes),
          /** The number of meetings it would have. */
          meetings: z.int(),
          /** Teachers who have left and a room that is out of use, which are not copied. */
          lost: z.array(z.string()),
        }),
      ),
    }),
  }),
  /**
   * Copies classes into another term as drafts, and first creates the term if it is new. Classes that already exist
   * there are skipped, so that repeating the call copies nothing twice. One batch, which can be undone as a whole.
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
  /** Promotions, newest first. */
  'promotions-list': read({ by: ['admin'], input: Nothing, output: z.array(PromotionRun) }),
  /**
   * Proposes where each student of a term goes in another one. Refused while another promotion between the two terms is
   * in progress (ALREADY_EXISTS). Students who already have a place there are left out, unless their grade goes up.
   */
  'promotions-propose': write({
    by: ['admin'],
    input: z.object({
      fromTermId: Id,
      toTermId: Id,
      step: PromotionStep,
      raisesGrades: z.boolean(),
      /**
       * Students with a released result below this percentage are left for the office to decide; null for no threshold.
       */
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
   * Decides for some students: a class of the new term for those who move on or stay, none for those who leave or stay
   * undecided. Possible only in a draft.
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
   * Finishes the review, reopens it or discards the promotion. Finishing is refused while a student is undecided
   * (UNDECIDED) or would be in two classes at once (TIMES_OVERLAP), or while a class has too few seats (CLASS_FULL).
   */
  'promotions-move': write({
    by: ['admin'],
    input: z.object({ id: Id, to: z.enum(promotionMovesByHand) }),
    output: z.object({ id: Id, status: z.enum(promotionMovesByHand) }),
  }),
  /**
   * Holds a place for each student who continues, for the family to confirm until the last day; nothing is charged
   * before. All or nothing: if a seat has been taken in the meantime, it fails with CLASS_FULL. With `tell` each family
   * gets one email. One batch, which can be undone as a whole until a family has answered.
   */
  'promotions-apply': write({
    by: ['admin'],
    input: z.object({ id: Id, holdUntil: Day, tell: z.boolean() }),
    output: z.object({ places: z.int(), grades: z.int(), letters: z.int(), batchId: Id }),
  }),
  /** Releases the places that no family confirmed, after their last day, and tells the families. */
  'promotions-release': write({
    by: ['admin'],
    input: z.object({ id: Id }),
    output: z.object({ released: z.int(), batchId: z.nullable(Id) }),
  }),
  /** Places held for the caller's children. */
  'promotions-places': read({
    by: ['parent'],
    input: Nothing,
    output: z.array(
      z.object({
        id: Id,
        enrolmentId: Id,
        student: z.string(),
        studentNativeName: z.string(),
        section: z.string(),
        nativeName: z.string(),
        crayon: Crayon,
        ...ClassTime,
        term: z.object({ name: z.string(), nativeName: z.string(), startsOn: Day }),
        holdUntil: Day,
        /** True when it can be confirmed now: the term is open for registration and so is the class. */
        isOpen: z.boolean(),
      }),
    ),
  }),
  /**
   * Confirms a held place, which issues the invoice that follows from the rules, or gives it up; the family gets an
   * email. A price that was shown is sent as `agreedCents`; if it has changed, nothing happens (PRICE_CHANGED).
   */
  'promotions-answer': write({
    by: ['parent', 'admin'],
    input: z.object({ id: Id, keeps: z.boolean(), agreedCents: z.optional(Cents) }),
    output: z.object({ id: Id, status: EnrolmentStatus, invoiceNumber: z.nullable(z.string()) }),
  }),
}
