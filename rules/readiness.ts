import type { ApprovalReason } from '#contract/enrolment/enrolments.ts'
import type { EnrolmentType } from '#contract/values.plain.ts'

/** What a course requires of its students. */
export type CourseRule = {
  courseId: string
  programmeId: string
  level: number | null
  /** One of these courses, studied before. */
  prerequisiteIds: readonly string[]
  /** Or this level of the program. If both are empty, nothing is required. */
  prerequisiteLevel: number | null
  needsPlacement: boolean
}
type Known = { courseId: string; programmeId: string; level: number | null }
export type Learner = {
  /** Courses taken before or now. A student in the preceding course counts as on the way. */
  studied: readonly Known[]
  /** The school's latest placement for each program. */
  placed: readonly Known[]
}

const reaches = (rule: CourseRule, { programmeId, level }: Known): boolean =>
  rule.prerequisiteLevel !== null &&
  programmeId === rule.programmeId &&
  level !== null &&
  level >= rule.prerequisiteLevel

/** True if a course's prerequisites are met. A student who was in the course, or was placed in it, has met them. */
export const hasPrerequisite = (rule: CourseRule, { studied, placed }: Learner): boolean =>
  (rule.prerequisiteIds.length === 0 && rule.prerequisiteLevel === null) ||
  [...studied, ...placed].some(known => known.courseId === rule.courseId || reaches(rule, known)) ||
  studied.some(({ courseId }) => rule.prerequisiteIds.includes(courseId))

/**
 * True if a student's level in the course's program is known: from the school's placement, which takes precedence, or
 * because the student is already in the program.
 */
export const isPlaced = (rule: CourseRule, { studied, placed }: Learner): boolean => {
  if (!rule.needsPlacement) return true
  const word = placed.find(({ programmeId }) => programmeId === rule.programmeId)
  if (word) return word.courseId === rule.courseId || (word.level !== null && word.level === rule.level)
  return studied.some(({ programmeId }) => programmeId === rule.programmeId)
}

/** The reasons that apply to an enrolment type: an auditing student needs no prerequisite. */
export const reasonsFor = (type: EnrolmentType, reasons: readonly ApprovalReason[]): ApprovalReason[] =>
  reasons.filter(reason => type === 'regular' || reason === 'class')

/** True if something is missing that the office may waive by giving a reason. */
export const isShort = (reasons: readonly ApprovalReason[]): boolean => reasons.some(reason => reason !== 'class')

/** Why the office must approve, in the order in which a family reads it; empty if nothing stands in the way. */
export const approvalReasonsOf = (
  rule: CourseRule & { needsApproval: boolean },
  learner: Learner,
): ApprovalReason[] => [
  ...(rule.needsApproval ? (['class'] as const) : []),
  ...(hasPrerequisite(rule, learner) ? [] : (['prerequisite'] as const)),
  ...(isPlaced(rule, learner) ? [] : (['placement'] as const)),
]
