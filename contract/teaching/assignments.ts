import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { FileIds, StoredFile } from '../access/files.ts'
import { Crayon, Day, Id, Line, ListInput, Nothing, OptionalLine, page, Text, Time } from '../values.ts'
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

/** A point of time on the school's wall: its day and its clock. */
export const WallTime = z.object({ day: Day, time: Time })
export type WallTime = z.infer<typeof WallTime>

const half = (value: number): boolean => Number.isInteger(value * 2)
/** Points go by halves. */
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
  /** Nothing is taken any more from then on; null while the teacher closes by hand. */
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
  /** As it is now, the clock considered. */
  status: AssignmentStatus,
  publish: z.nullable(WallTime),
  due: WallTime,
  isDue: z.boolean(),
  closes: z.nullable(WallTime),
  maxPoints: z.nullable(z.int()),
  teacher: z.string(),
  files: z.array(StoredFile),
})
export type Assignment = z.infer<typeof Assignment>

const AssignmentCounts = z.object({
  students: z.int(),
  /** Turned in and not looked at yet. */
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

/** One student's work at one assignment. A draft's text and files are only for the family until they are turned in. */
export const Work = z.object({
  studentId: Id,
  name: z.string(),
  nativeName: z.string(),
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
/** A piece of work with what was set. */
export const Submission = z.object({
  assignment: Assignment,
  work: Work,
  /** Whether the family may still hand something in. */
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
  /** Only the caller's own children, whatever other roles they hold. */
  isFamily: z.optional(z.boolean()),
})
const One = z.object({ assignmentId: Id, studentId: Id })
const byWorkers = ['admin', 'teacher'] as const

export const assignments = {
  /**
   * Assignments of one class, or of all that the caller works on, the latest due first; `mark`: those with work to look
   * at.
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
  /** The next meetings of a class, for the day on which something is due. */
  'assignments-meetings': read({ by: byWorkers, input: z.object({ sectionId: Id }), output: z.array(WallTime) }),
  /** Sets an assignment: kept as a draft, given out now, or at the time of `publish`. */
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
  /** Changes what was set, until it is closed; a later due time makes late work punctual, and the other way round. */
  'assignments-change': write({
    by: byWorkers,
    input: z.object({ id: Id, ...AssignmentInput.shape }),
    output: Assignment,
  }),
  /** `publish` says when, for a move to `scheduled`. */
  'assignments-move': write({
    by: byWorkers,
    input: z.object({ id: Id, to: AssignmentStatus, publish: z.optional(z.nullable(WallTime)) }),
    output: Assignment,
  }),
  /** Takes a draft away; anything that families have seen is closed instead. */
  'assignments-remove': write({ by: byWorkers, input: z.object({ id: Id }), output: z.object({ id: Id }) }),
  /** Makes a draft of it for another class that the caller works on. */
  'assignments-copy': write({
    by: byWorkers,
    input: z.object({ id: Id, sectionId: Id, due: WallTime }),
    output: Assignment,
  }),
  /** An assignment with the work of every student, by name. */
  'assignments-get': read({ by: byWorkers, isFresh: true, input: z.object({ id: Id }), output: AssignmentWork }),
  /** Everything that was ever set for the students that the caller may see, the latest due first. */
  'assignments-history': read({
    by: ['parent', 'teacher', 'admin', 'student'],
    input: z.object({ ...ListInput.shape, ...HistoryOf.shape, state: z.optional(WorkFilter) }),
    output: page(HistoryRow),
  }),
  /** How many pieces of work stand how, and the share that came on time, in percent; null before anything was due. */
  'assignments-summary': read({
    by: ['parent', 'teacher', 'admin', 'student'],
    input: HistoryOf,
    output: z.object({
      states: z.record(WorkState, z.int()),
      onTimePercent: z.nullable(z.int()),
    }),
  }),
  /**
   * What has to be handed in within a fortnight, what is missing, and what was settled lately: of the caller's
   * children, of one student, or of the caller as a student.
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
  /** Keeps what a family has written and attached so far; the teacher does not see it yet. */
  'assignments-saveDraft': write({
    by: ['parent', 'student'],
    input: z.object({ ...One.shape, text: Text, fileIds: FileIds }),
    output: Submission,
  }),
  /** Hands the work in, for the child. */
  'assignments-turnIn': write({
    by: ['parent', 'student'],
    input: z.object({ ...One.shape, text: Text, fileIds: FileIds }),
    output: Submission,
  }),
  /** Takes it back before the teacher has looked at it. */
  'assignments-takeBack': write({ by: ['parent', 'student'], input: One, output: Submission }),
  /** Gives it back with feedback and points; once more to change them. */
  'assignments-return': write({
    by: byWorkers,
    input: z.object({ ...One.shape, feedback: Text, points: z.nullable(Points) }),
    output: Submission,
  }),
  /** The same words and points for several at once, such as what came on paper. */
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
  /** Asks for it again, with what is to be done better. */
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
  /** How much work waits for the caller's marks, by class: for the teacher's day. */
  'assignments-toMark': read({
    by: ['teacher'],
    input: Nothing,
    output: z.object({
      classes: z.array(SectionOf),
      assignments: z.array(AssignmentRow),
    }),
  }),
}
