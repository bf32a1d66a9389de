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
  /** From the best to the lowest, which begins at 0; none for plain percentages. */
  steps: z.array(Step),
})
export type Scale = z.infer<typeof Scale>
export const OfficeScale = z.object({
  ...Scale.shape,
  isDefault: z.boolean(),
  archivedAt: z.nullable(z.string()),
  /** Classes that grade by it. */
  sectionCount: z.int(),
  /** Whether results by it have been released: then its thresholds stay as they are. */
  isLocked: z.boolean(),
})
export type OfficeScale = z.infer<typeof OfficeScale>

const ScaleInput = z.object({
  name: Line,
  nativeName: OptionalLine,
  kind: ScaleKind,
  steps: z.array(z.object({ label: Label, nativeLabel: OptionalLabel, fromPercent: Percent })).check(z.maxLength(20)),
  /** What new grade books begin with; one scale at most. */
  isDefault: z.boolean(),
})

export const Category = z.object({
  id: Id,
  name: z.string(),
  nativeName: z.string(),
  weightPercent: z.int(),
  /** How many of the lowest results are left out; the last one never is. */
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

/** One student's grade in one assessment. Excused counts as nothing, not as zero. */
export const Cell = z.object({
  assessmentId: Id,
  enrolmentId: Id,
  points: z.nullable(z.number()),
  isExcused: z.boolean(),
  /** Families read it once the grade is released. */
  note: z.string(),
  status: GradeStatus,
  /** Why a released grade was changed. */
  reason: z.string(),
  /** Goes up with every change; 0 where there is no grade. */
  version: z.int(),
  changedAt: z.string(),
  changedBy: z.string(),
})
export type Cell = z.infer<typeof Cell>

const Result = {
  /** To one decimal; null while nothing counts, and for families whose scale tells no percentage. */
  percent: z.nullable(z.number()),
  /** The scale's step for it. */
  step: z.nullable(Step),
}

export const BookRow = z.object({
  enrolmentId: Id,
  studentId: Id,
  name: z.string(),
  nativeName: z.string(),
  /** A student who has left the class keeps the grades and gets no new ones. */
  isEnrolled: z.boolean(),
  /** Drafts count here: it is what the family would see if everything were released now. */
  ...Result,
})
export type BookRow = z.infer<typeof BookRow>

export const GradeBook = z.object({
  sectionId: Id,
  name: z.string(),
  nativeName: z.string(),
  crayon: Crayon,
  termId: Id,
  termStatus: TermStatus,
  termStartsOn: Day,
  termEndsOn: Day,
  /** Null until somebody has chosen how the class is graded. */
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

/** What a family sees of one class: released grades, and what follows from them alone. */
export const ChildGrades = z.object({
  enrolmentId: Id,
  sectionId: Id,
  name: z.string(),
  nativeName: z.string(),
  crayon: Crayon,
  term: z.string(),
  termNativeName: z.string(),
  scaleKind: ScaleKind,
  ...Result,
  /** Why weights or scale were changed after something was released, and when; empty if they were not. */
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
   * Names and labels may always change. Thresholds and kind may not once results by the scale have been released,
   * since families' results are worked out from it: then a copy is what is wanted (SCALE_IN_USE).
   */
  'grades-changeScale': write({ by: ['admin'], input: z.object({ id: Id, ...ScaleInput.shape }), output: OfficeScale }),
  /** Classes that grade by an archived scale keep it; it is not offered to others. */
  'grades-archiveScale': write({ by: ['admin'], input: z.object({ id: Id }), output: OfficeScale }),
  'grades-restoreScale': write({ by: ['admin'], input: z.object({ id: Id }), output: OfficeScale }),
  /** A class's grade book: an administrator asks for any, a teacher for their own. */
  'grades-book': read({
    by: ['admin', 'teacher'],
    isFresh: true,
    input: z.object({ sectionId: Id }),
    output: GradeBook,
  }),
  /**
   * Chooses how a class is graded. Categories without an id are new; those left out are removed, unless they have
   * assessments. Once something is released a change of scale, weights or dropped results needs a reason, which
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
  /** Once released, name and day may change, category and points may not (ALREADY_RELEASED). */
  'grades-changeAssessment': write({
    by: ['admin', 'teacher'],
    input: z.object({ id: Id, ...AssessmentInput.shape }),
    output: Assessment,
  }),
  /** Takes an assessment that was never released out of the book, with its drafts. */
  'grades-removeAssessment': write({ by: ['admin', 'teacher'], input: z.object({ id: Id }), output: Assessment }),
  'grades-restoreAssessment': write({ by: ['admin', 'teacher'], input: z.object({ id: Id }), output: Assessment }),
  /**
   * Enters grades, all or none. A cell with neither points, excuse nor note is cleared. `version` is what the caller
   * saw: a cell that somebody else has changed since is refused (CHANGED_MEANWHILE). Changing what families have seen
   * needs a reason. Every change stays in the revisions.
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
  /** Shows the drafts of these assessments to the families. */
  'grades-release': write({
    by: ['admin', 'teacher'],
    input: AssessmentIds,
    output: z.object({ assessments: z.array(Assessment), releasedCount: z.int() }),
  }),
  /** Makes released grades drafts again, as long as none of them was amended. */
  'grades-takeBack': write({
    by: ['admin', 'teacher'],
    input: AssessmentIds,
    output: z.object({ assessments: z.array(Assessment) }),
  }),
  /** Every change that was ever made to a student's grades in a class, the newest first. */
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
        changedAt: z.string(),
      }),
    ),
  }),
  /** The released grades of the caller's own children, those only to whose data they have access. */
  'grades-mine': read({
    by: ['parent'],
    input: Nothing,
    output: z.array(z.object({ studentId: Id, sections: z.array(ChildGrades) })),
  }),
}
