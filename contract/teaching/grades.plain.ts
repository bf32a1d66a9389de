export const gradeStatuses = ['none', 'draft', 'released', 'amended'] as const
export type GradeStatus = (typeof gradeStatuses)[number]
/**
 * The only moves of a student's grade. Only the teacher sees a draft. A grade that families have seen is amended with a
 * reason, and an amended grade never becomes a draft again.
 */
export const gradeMoves: Record<GradeStatus, readonly GradeStatus[]> = {
  none: ['draft'],
  draft: ['none', 'released'],
  released: ['draft', 'amended'],
  amended: [],
}
/** Grades that families see. */
export const releasedGrades: readonly GradeStatus[] = ['released', 'amended']

export const assessmentStatuses = ['draft', 'released'] as const
export type AssessmentStatus = (typeof assessmentStatuses)[number]
/** An assessment is released with its grades, and taken back with them unless one was amended. */
export const assessmentMoves: Record<AssessmentStatus, readonly AssessmentStatus[]> = {
  draft: ['released'],
  released: ['draft'],
}

/**
 * How a scale shows results: letters and plain percentages with the percentage, pass/fail and levels by the label only.
 */
export const scaleKinds = ['letter', 'percent', 'pass', 'level'] as const
export type ScaleKind = (typeof scaleKinds)[number]
/** Scales that show families the percentage as well. */
export const percentScales: readonly ScaleKind[] = ['letter', 'percent']
