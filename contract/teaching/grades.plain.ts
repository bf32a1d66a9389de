export const gradeStatuses = ['none', 'draft', 'released', 'amended'] as const
export type GradeStatus = (typeof gradeStatuses)[number]
/**
 * The only moves a student's grade makes. A draft is the teacher's alone; what families have seen is amended with a
 * reason, and what was amended is never a draft again.
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
/** An assessment is released with its grades, and taken back with them while none was amended. */
export const assessmentMoves: Record<AssessmentStatus, readonly AssessmentStatus[]> = {
  draft: ['released'],
  released: ['draft'],
}

/** How a scale speaks: letters and plain percentages name the percentage as well, pass/fail and levels the word alone. */
export const scaleKinds = ['letter', 'percent', 'pass', 'level'] as const
export type ScaleKind = (typeof scaleKinds)[number]
/** Scales whose families see the percentage as well. */
export const percentScales: readonly ScaleKind[] = ['letter', 'percent']
