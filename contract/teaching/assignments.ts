import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { FileIds, StoredFile } from '../access/files.ts'
import { Crayon, Day, Id, Line, ListInput, Nothing, OptionalLine, OtherTerm, page, Text, Time } from '../values.ts'
import {
  assignmentKinds,
  assignmentStatuses,
  assignmentViews,
  submissionStatuses,
  turnKinds,
  workFilters,
  workStates,
} from './assignments.plain.ts'

export * from './assignments.plain.ts'

export const AssignmentKind = z.enum(assignmentKinds)
export type AssignmentKind = z.infer<typeof AssignmentKind>

export const AssignmentStatus = z.enum(assignmentStatuses)
export type AssignmentStatus = z.infer<typeof AssignmentStatus>

export const SubmissionStatus = z.enum(submissionStatuses)
export type SubmissionStatus = z.infer<typeof SubmissionStatus>

export const TurnKind = z.enum(turnKinds)
export type TurnKind = z.infer<typeof TurnKind>

export const WorkState = z.enum(workStates)
export type WorkState = z.infer<typeof WorkState>
export const WorkFilter = z.enum(workFilters)
export type WorkFilter = z.infer<typeof WorkFilter>

/** A day and time on the school's wall clock. */
export const WallTime = z.object({ day: Day, time: Time })
export type WallTime = z.infer<typeof WallTime>

const half = (value: number): boolean => Number.isInteger(value * 2)
/** Points in steps of one half. */
export const Points = z
  .number('points')
  .check(z.minimum(0, 'points'), z.maximum(1000, 'points'), z.refine(half, 'points'))

const AssignmentInput = z.object({
  title: Line,
  nativeTitle: OptionalLine,
  instructions: Text,
  kind: AssignmentKind,
  takesText: z.boolean(),
  takesFiles: z.boolean(),
  due: WallTime,
  /** The time from which nothing is accepted; null while the teacher closes by hand. */
  closes: z.nullable(WallTime),
  maxPoints: z.nullable(z.int('number').check(z.minimum(1, 'number'), z.maximum(1000, 'number'))),
  fileIds: FileIds,
})

const SectionOf = z.object({ sectionId: Id, section: z.string(), sectionNativeName: z.string(), crayon: Crayon })
export const Assignment = z.object({
  id: Id,
  ...SectionOf.shape,
  title: z.string(),
  nativeTitle: z.string(),
  instructions: z.string(),
  kind: AssignmentKind,
  takesText: z.boolean(),
  takesFiles: z.boolean(),
  /** The current status, with the clock taken into account. */
  status: AssignmentStatus,
  publish: z.nullable(WallTime),
  due: WallTime,
  isDue: z.boolean(),
  closes: z.nullable(WallTime),
  maxPoints: z.nullable(z.int()),
  teacher: z.string(),
  teacherNativeName: z._default(z.string(), ''),
  /** True if its class is over. Nothing more is asked of its students. */
  isOver: z.boolean(),
  files: z.array(StoredFile),
})
export type Assignment = z.infer<typeof Assignment>

const AssignmentCounts = z.object({
  students: z.int(),
  /** The number turned in and not reviewed yet. */
  toMark: z.int(),
  turnedIn: z.int(),
  missing: z.int(),
  returned: z.int(),
  excused: z.int(),
})
export const AssignmentRow = z.object({ ...Assignment.shape, counts: AssignmentCounts })
export type AssignmentRow = z.infer<typeof AssignmentRow>
export const Turn = z.object({
  id: Id,
  kind: TurnKind,
  by: z.string(),
  byNativeName: z.string(),
  at: z.string(),
  text: z.string(),
  points: z.nullable(z.number()),
  files: z.array(StoredFile),
})
export type Turn = z.infer<typeof Turn>

/**
 * One student's work on one assignment. A draft's text and files are visible only to the family until they are turned
 * in.
 */
export const Work = z.object({
  studentId: Id,
  name: z.string(),
  nativeName: z.string(),
  /** False for a student who has left the class. Their work stays, and their family no longer changes it. */
  isEnrolled: z.boolean(),
  status: SubmissionStatus,
  state: WorkState,
  text: z.string(),
  files: z.array(StoredFile),
  turnedInAt: z.nullable(z.string()),
  isLate: z.boolean(),
  points: z.nullable(z.number()),
  feedback: z.string(),
  turns: z.array(Turn),
})
export type Work = z.infer<typeof Work>
/** A piece of work with its assignment. */
export const Submission = z.object({
  assignment: Assignment,
  work: Work,
  /** True when the family may still hand something in. */
  isOpen: z.boolean(),
})
export type Submission = z.infer<typeof Submission>
export const AssignmentWork = z.object({ assignment: AssignmentRow, work: z.array(Work) })
export type AssignmentWork = z.infer<typeof AssignmentWork>

export const HistoryRow = z.object({
  assignmentId: Id,
  studentId: Id,
  student: z.string(),
  studentNativeName: z.string(),
  ...SectionOf.shape,
  title: z.string(),
  nativeTitle: z.string(),
  kind: AssignmentKind,
  due: WallTime,
  state: WorkState,
  turnedInAt: z.nullable(z.string()),
  isLate: z.boolean(),
  points: z.nullable(z.number()),
  maxPoints: z.nullable(z.int()),
  hasFeedback: z.boolean(),
})
export type HistoryRow = z.infer<typeof HistoryRow>

const HistoryOf = z.object({
  studentId: z.optional(Id),
  sectionId: z.optional(Id),
  /** Only the caller's own children, regardless of the caller's other roles. */
  isFamily: z.optional(z.boolean()),
})
const One = z.object({ assignmentId: Id, studentId: Id })
const byWorkers = ['admin', 'teacher'] as const

export const assignments = {
  /**
   * The assignments of one class, or of all that the caller works on, latest due first; `mark`: those with work to
   * review.
   */
  'assignments-list': read({
    by: byWorkers,
    input: z.object({
      ...ListInput.shape,
      sectionId: z.optional(Id),
      view: z.optional(z.enum(assignmentViews)),
    }),
    output: page(AssignmentRow),
  }),
  /** The next meetings of a class, to choose a due date from. */
  'assignments-meetings': read({ by: byWorkers, input: z.object({ sectionId: Id }), output: z.array(WallTime) }),
  /** Creates an assignment: as a draft, published now, or scheduled for the time of `publish`. */
  'assignments-create': write({
    by: byWorkers,
    input: z.object({
      sectionId: Id,
      ...AssignmentInput.shape,
      status: z.enum(['draft', 'scheduled', 'published']),
      publish: z.nullable(WallTime),
    }),
    output: Assignment,
  }),
  /**
   * Changes an assignment until it is closed. A later due time makes late work punctual, and an earlier one the
   * reverse.
   */
  'assignments-change': write({
    by: byWorkers,
    input: z.object({ id: Id, ...AssignmentInput.shape }),
    output: Assignment,
  }),
  /** Moves an assignment; `publish` is the time for a move to `scheduled`. */
  'assignments-move': write({
    by: byWorkers,
    input: z.object({ id: Id, to: AssignmentStatus, publish: z.optional(z.nullable(WallTime)) }),
    output: Assignment,
  }),
  /** Deletes a draft. An assignment that families have seen must be closed instead. */
  'assignments-remove': write({ by: byWorkers, input: z.object({ id: Id }), output: z.object({ id: Id }) }),
  /** Copies it as a draft to another class that the caller works on. */
  'assignments-copy': write({
    by: byWorkers,
    input: z.object({ id: Id, sectionId: Id, due: WallTime }),
    output: Assignment,
  }),
  /** An assignment with the work of every student, by name. */
  'assignments-get': read({ by: byWorkers, isFresh: true, input: z.object({ id: Id }), output: AssignmentWork }),
  /** Every assignment of the students that the caller may see, latest due first. */
  'assignments-history': read({
    by: ['parent', 'teacher', 'admin', 'student'],
    input: z.object({ ...ListInput.shape, ...HistoryOf.shape, state: z.optional(WorkFilter) }),
    output: page(HistoryRow),
  }),
  /**
   * The number of pieces of work in each state, and the percentage that was on time; null before anything was due.
   * `sections` are all classes of the history, whichever of them the input names.
   */
  'assignments-summary': read({
    by: ['parent', 'teacher', 'admin', 'student'],
    input: HistoryOf,
    output: z.object({
      sections: z.array(SectionOf),
      states: z.record(WorkState, z.int()),
      onTimePercent: z.nullable(z.int()),
    }),
  }),
  /**
   * Work due within two weeks, missing work, and recently settled work: of the caller's children, of one student, or of
   * the caller as a student.
   */
  'assignments-current': read({
    by: ['parent', 'teacher', 'admin', 'student'],
    input: z.object({ studentId: z.optional(Id) }),
    output: z.array(HistoryRow),
  }),
  'assignments-submission': read({
    by: ['parent', 'teacher', 'admin', 'student'],
    isFresh: true,
    input: One,
    output: Submission,
  }),
  /** Saves what a family has written and attached so far. The teacher does not see it yet. */
  'assignments-saveDraft': write({
    by: ['parent', 'student'],
    input: z.object({ ...One.shape, text: Text, fileIds: FileIds }),
    output: Submission,
  }),
  /** Turns in the work of the child. */
  'assignments-turnIn': write({
    by: ['parent', 'student'],
    input: z.object({ ...One.shape, text: Text, fileIds: FileIds }),
    output: Submission,
  }),
  /** Takes work back before the teacher has reviewed it. */
  'assignments-takeBack': write({ by: ['parent', 'student'], input: One, output: Submission }),
  /** Returns work with feedback and points. Returning it again changes them. */
  'assignments-return': write({
    by: byWorkers,
    input: z.object({ ...One.shape, feedback: Text, points: z.nullable(Points) }),
    output: Submission,
  }),
  /** Returns several at once with the same feedback and points, such as work handed in on paper. */
  'assignments-returnAll': write({
    by: byWorkers,
    input: z.object({
      assignmentId: Id,
      studentIds: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(500)),
      feedback: Text,
      points: z.nullable(Points),
    }),
    output: AssignmentWork,
  }),
  /** Asks for the work again, and says what to improve. */
  'assignments-askAgain': write({
    by: byWorkers,
    input: z.object({
      ...One.shape,
      feedback: z.pipe(Text, z.string().check(z.minLength(1, 'empty'))),
    }),
    output: Submission,
  }),
  'assignments-excuse': write({ by: byWorkers, input: One, output: Submission }),
  'assignments-unexcuse': write({ by: byWorkers, input: One, output: Submission }),
  /** The number of pieces of work that wait for the caller's marks, by class: for the teacher's day. */
  'assignments-toMark': read({
    by: ['teacher'],
    input: Nothing,
    output: z.object({
      classes: z.array(z.object({ ...SectionOf.shape, otherTerm: OtherTerm })),
      assignments: z.array(AssignmentRow),
    }),
  }),
}
