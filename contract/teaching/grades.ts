import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { TermStatus } from '../school/terms.ts'
import { Crayon, Day, Id, Line, Nothing, OptionalLine } from '../values.ts'
import { assessmentStatuses, gradeStatuses, scaleKinds } from './grades.plain.ts'

export * from './grades.plain.ts'

export const GradeStatus = z.enum(gradeStatuses)
export type GradeStatus = z.infer<typeof GradeStatus>
export const AssessmentStatus = z.enum(assessmentStatuses)
export type AssessmentStatus = z.infer<typeof AssessmentStatus>
export const ScaleKind = z.enum(scaleKinds)
export type ScaleKind = z.infer<typeof ScaleKind>
const Percent = z.number().check(z.minimum(0, 'percent'), z.maximum(100, 'percent'), z.multipleOf(0.1, 'percent'))
const Label = Line.check(z.maxLength(30, 'long'))
const OptionalLabel = OptionalLine.check(z.maxLength(30, 'long'))

export const Step = z.object({ label: z.string(), nativeLabel: z.string(), fromPercent: z.number() })
export type Step = z.infer<typeof Step>
export const Scale = z.object({
  id: Id,
  name: z.string(),
  nativeName: z.string(),
  kind: ScaleKind,
  /** From the best to the lowest, which begins at 0; empty for plain percentages. */
  steps: z.array(Step),
})
export type Scale = z.infer<typeof Scale>
export const OfficeScale = z.object({
  ...Scale.shape,
  isDefault: z.boolean(),
  archivedAt: z.nullable(z.string()),
  /** The number of classes that use it. */
  sectionCount: z.int(),
  /** True when results by it have been released: its thresholds can then no longer change. */
  isLocked: z.boolean(),
})
export type OfficeScale = z.infer<typeof OfficeScale>

const ScaleInput = z.object({
  name: Line,
  nativeName: OptionalLine,
  kind: ScaleKind,
  steps: z.array(z.object({ label: Label, nativeLabel: OptionalLabel, fromPercent: Percent })).check(z.maxLength(20)),
  /** The default of new grade books; at most one scale. */
  isDefault: z.boolean(),
})

export const Category = z.object({
  id: Id,
  name: z.string(),
  nativeName: z.string(),
  weightPercent: z.int(),
  /** The number of lowest results that are left out. The last one always counts. */
  dropLowest: z.int(),
})
export type Category = z.infer<typeof Category>

export const Assessment = z.object({
  id: Id,
  categoryId: Id,
  name: z.string(),
  nativeName: z.string(),
  onDay: Day,
  maxPoints: z.number(),
  status: AssessmentStatus,
  releasedAt: z.nullable(z.string()),
})
export type Assessment = z.infer<typeof Assessment>

/** One student's grade in one assessment. Excused work does not count, and is not a zero. */
export const Cell = z.object({
  assessmentId: Id,
  enrolmentId: Id,
  points: z.nullable(z.number()),
  isExcused: z.boolean(),
  /** Families can read it once the grade is released. */
  note: z.string(),
  status: GradeStatus,
  /** Why a released grade was changed. */
  reason: z.string(),
  /** Increases with every change; 0 when there is no grade. */
  version: z.int(),
  changedAt: z.string(),
  changedBy: z.string(),
  changedByNativeName: z.string(),
})
export type Cell = z.infer<typeof Cell>

const Result = {
  /** To one decimal; null while nothing counts, and for families when the scale does not show a percentage. */
  percent: z.nullable(z.number()),
  /** The step of the scale for it. */
  step: z.nullable(Step),
}

export const BookRow = z.object({
  enrolmentId: Id,
  studentId: Id,
  name: z.string(),
  nativeName: z.string(),
  /** False for a student who has left the class. Their grades stay, and they get no new ones. */
  isEnrolled: z.boolean(),
  /** Includes drafts: the result that the family would see if everything were released now. */
  ...Result,
})
export type BookRow = z.infer<typeof BookRow>

export const GradeBook = z.object({
  sectionId: Id,
  name: z.string(),
  nativeName: z.string(),
  crayon: Crayon,
  termId: Id,
  term: z.string(),
  termNativeName: z.string(),
  termStatus: TermStatus,
  termStartsOn: Day,
  termEndsOn: Day,
  /** Null until someone has chosen how the class is graded. */
  plan: z.nullable(z.object({ reason: z.string(), changedAt: z.string() })),
  /** Null for percentages without a scale. */
  scale: z.nullable(Scale),
  categories: z.array(Category),
  assessments: z.array(Assessment),
  rows: z.array(BookRow),
  cells: z.array(Cell),
})
export type GradeBook = z.infer<typeof GradeBook>

const AssessmentInput = z.object({
  categoryId: Id,
  name: Line,
  nativeName: OptionalLine,
  onDay: Day,
  maxPoints: z.number().check(z.minimum(0.5, 'points'), z.maximum(10_000, 'points'), z.multipleOf(0.5, 'points')),
})
const AssessmentIds = z.object({ assessmentIds: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(100)) })

/** A family's view of one class: released grades, and the results they alone lead to. */
export const ChildGrades = z.object({
  enrolmentId: Id,
  sectionId: Id,
  name: z.string(),
  nativeName: z.string(),
  crayon: Crayon,
  term: z.string(),
  termNativeName: z.string(),
  /** The day on which the student left the class; null while they are in it. Their grades stay, and they get no new ones. */
  leftOn: z.nullable(Day),
  /** The term is over, so the result no longer changes. */
  isFinal: z.boolean(),
  scaleKind: ScaleKind,
  ...Result,
  /** Why weights or scale were changed after a release, and when; empty if they were not. */
  planReason: z.string(),
  planChangedAt: z.nullable(z.string()),
  categories: z.array(z.object({ ...Category.shape, percent: z.nullable(z.number()) })),
  grades: z.array(
    z.object({
      assessmentId: Id,
      categoryId: Id,
      name: z.string(),
      nativeName: z.string(),
      onDay: Day,
      maxPoints: z.number(),
      points: z.nullable(z.number()),
      isExcused: z.boolean(),
      note: z.string(),
      /** Left out as one of the lowest of its category. */
      isDropped: z.boolean(),
      /** When and why it was changed after its release; null and empty if it was not. */
      amendedAt: z.nullable(z.string()),
      reason: z.string(),
    }),
  ),
})
export type ChildGrades = z.infer<typeof ChildGrades>

export const grades = {
  /** The school's scales, archived ones last. */
  'grades-scales': read({ by: ['admin', 'teacher'], input: Nothing, output: z.array(OfficeScale) }),
  'grades-createScale': write({ by: ['admin'], input: ScaleInput, output: OfficeScale }),
  /**
   * Changes a scale. Names and labels can always change. Thresholds and kind can't change once results by the scale
   * have been released, because families' results depend on them (SCALE_IN_USE): make a copy instead.
   */
  'grades-changeScale': write({ by: ['admin'], input: z.object({ id: Id, ...ScaleInput.shape }), output: OfficeScale }),
  /** Archives a scale. Classes that use it keep it, and others are no longer offered it. */
  'grades-archiveScale': write({ by: ['admin'], input: z.object({ id: Id }), output: OfficeScale }),
  'grades-restoreScale': write({ by: ['admin'], input: z.object({ id: Id }), output: OfficeScale }),
  /** A class's grade book: an administrator may ask for any class, a teacher for their own. */
  'grades-book': read({
    by: ['admin', 'teacher'],
    isFresh: true,
    input: z.object({ sectionId: Id }),
    output: GradeBook,
  }),
  /**
   * Chooses how a class is graded. Categories without an id are new; those left out are removed, unless they have
   * assessments. Once something is released, changing the scale, weights or dropped results needs a reason, which
   * families read.
   */
  'grades-plan': write({
    by: ['admin', 'teacher'],
    input: z.object({
      sectionId: Id,
      scaleId: z.nullable(Id),
      categories: z
        .array(
          z.object({
            id: z.nullable(Id),
            name: Line,
            nativeName: OptionalLine,
            weightPercent: z.int().check(z.minimum(0, 'percent'), z.maximum(100, 'percent')),
            dropLowest: z.int().check(z.minimum(0, 'number'), z.maximum(20, 'number')),
          }),
        )
        .check(z.minLength(1, 'required'), z.maxLength(12)),
      reason: OptionalLine,
    }),
    output: z.object({ sectionId: Id, scaleId: z.nullable(Id), categories: z.array(Category) }),
  }),
  'grades-createAssessment': write({
    by: ['admin', 'teacher'],
    input: z.object({ sectionId: Id, ...AssessmentInput.shape }),
    output: Assessment,
  }),
  /**
   * Changes an assessment. Once it is released, only name and day can change; category and points can't
   * (ALREADY_RELEASED).
   */
  'grades-changeAssessment': write({
    by: ['admin', 'teacher'],
    input: z.object({ id: Id, ...AssessmentInput.shape }),
    output: Assessment,
  }),
  /** Removes an assessment that was never released from the book, with its drafts. */
  'grades-removeAssessment': write({ by: ['admin', 'teacher'], input: z.object({ id: Id }), output: Assessment }),
  'grades-restoreAssessment': write({ by: ['admin', 'teacher'], input: z.object({ id: Id }), output: Assessment }),
  /**
   * Enters grades, all or nothing. A cell with no points, excuse or note is cleared. `version` is the one the caller
   * saw: a cell that someone else has changed since is refused (CHANGED_MEANWHILE). Changing a grade that families have
   * seen needs a reason. Every change stays in the revisions.
   */
  'grades-enter': write({
    by: ['admin', 'teacher'],
    input: z.object({
      sectionId: Id,
      cells: z
        .array(
          z.object({
            assessmentId: Id,
            enrolmentId: Id,
            points: z.nullable(
              z.number().check(z.minimum(0, 'points'), z.maximum(10_000, 'points'), z.multipleOf(0.01, 'points')),
            ),
            isExcused: z.boolean(),
            note: OptionalLine,
            version: z.int(),
          }),
        )
        .check(z.minLength(1, 'required'), z.maxLength(500)),
      reason: OptionalLine,
    }),
    output: z.object({ cells: z.array(Cell) }),
  }),
  /** Releases the drafts of these assessments to the families. */
  'grades-release': write({
    by: ['admin', 'teacher'],
    input: AssessmentIds,
    output: z.object({ assessments: z.array(Assessment), releasedCount: z.int() }),
  }),
  /** Returns released grades to draft, as long as none of them was amended. */
  'grades-takeBack': write({
    by: ['admin', 'teacher'],
    input: AssessmentIds,
    output: z.object({ assessments: z.array(Assessment) }),
  }),
  /** Every change ever made to a student's grades in a class, newest first. */
  'grades-history': read({
    by: ['admin', 'teacher'],
    input: z.object({ sectionId: Id, enrolmentId: Id }),
    output: z.array(
      z.object({
        id: Id,
        assessment: z.string(),
        assessmentNativeName: z.string(),
        points: z.nullable(z.number()),
        isExcused: z.boolean(),
        note: z.string(),
        status: GradeStatus,
        reason: z.string(),
        changedBy: z.string(),
        changedByNativeName: z.string(),
        changedAt: z.string(),
      }),
    ),
  }),
  /** The released grades of the caller's own children whose data they may access. */
  'grades-mine': read({
    by: ['parent'],
    input: Nothing,
    output: z.array(z.object({ studentId: Id, sections: z.array(ChildGrades) })),
  }),
}
