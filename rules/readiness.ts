import type { ApprovalReason } from '#contract/enrolment/enrolments.ts'
import type { EnrolmentType } from '#contract/values.plain.ts'

/** What a course asks of its students before they come. */
export type CourseRule = {
  courseId: string
  programmeId: string
  level: number | null
  /** One of these before. */
  prerequisiteIds: readonly string[]
  /** Or this level of the programme; both empty ask for nothing. */
  prerequisiteLevel: number | null
  needsPlacement: boolean
}
type Known = { courseId: string; programmeId: string; level: number | null }
export type Learner = {
  /** Courses that they have been in or are in now: a student in the course before counts as on the way. */
  studied: readonly Known[]
  /** What the school decided last, once for each programme. */
  placed: readonly Known[]
}

const reaches = (rule: CourseRule, { programmeId, level }: Known): boolean =>
  rule.prerequisiteLevel !== null &&
  programmeId === rule.programmeId &&
  level !== null &&
  level >= rule.prerequisiteLevel

/** Whether a course's prerequisites are met. A student who was in it, or was placed in it, has met them. */
export const hasPrerequisite = (rule: CourseRule, { studied, placed }: Learner): boolean =>
  (rule.prerequisiteIds.length === 0 && rule.prerequisiteLevel === null) ||
  [...studied, ...placed].some(known => known.courseId === rule.courseId || reaches(rule, known)) ||
  studied.some(({ courseId }) => rule.prerequisiteIds.includes(courseId))

/**
 * Whether it is known which level of a course's programme is theirs: by the school's word, which counts before all
 * else, or because they learn there already.
 */
export const isPlaced = (rule: CourseRule, { studied, placed }: Learner): boolean => {
  if (!rule.needsPlacement) return true
  const word = placed.find(({ programmeId }) => programmeId === rule.programmeId)
  if (word) return word.courseId === rule.courseId || (word.level !== null && word.level === rule.level)
  return studied.some(({ programmeId }) => programmeId === rule.programmeId)
}

/**
 * Of these reasons the ones that hold for how somebody takes part: who audits needs no prerequisite.
 */
export const reasonsFor = (type: EnrolmentType, reasons: readonly ApprovalReason[]): ApprovalReason[] =>
  reasons.filter(reason => type === 'regular' || reason === 'class')

/** Whether something is missing that the office may let pass, which it then gives its reason for. */
export const isShort = (reasons: readonly ApprovalReason[]): boolean => reasons.some(reason => reason !== 'class')

/** Why the office has a word in it, in the order in which a family reads it; empty where nothing stands in the way. */
export const approvalReasonsOf = (
  rule: CourseRule & { needsApproval: boolean },
  learner: Learner,
): ApprovalReason[] => [
  ...(rule.needsApproval ? (['class'] as const) : []),
  ...(hasPrerequisite(rule, learner) ? [] : (['prerequisite'] as const)),
  ...(isPlaced(rule, learner) ? [] : (['placement'] as const)),
]
