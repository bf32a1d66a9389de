export const assignmentKinds = ['homework', 'quiz', 'project', 'reading'] as const
export const assignmentStatuses = ['draft', 'scheduled', 'published', 'closed'] as const
export type AssignmentStatus = (typeof assignmentStatuses)[number]
/**
 * The only moves of an assignment that people make. The clock alone publishes a scheduled one and closes one with a
 * closing time. Returning to draft is possible only while no student has begun.
 */
export const assignmentMoves: Record<AssignmentStatus, readonly AssignmentStatus[]> = {
  draft: ['scheduled', 'published'],
  scheduled: ['draft', 'published'],
  published: ['draft', 'closed'],
  closed: ['published'],
}

export const submissionStatuses = [
  'assigned',
  'draft',
  'turned-in',
  'returned',
  'resubmit-requested',
  'excused',
] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]
export const turnKinds = ['turned-in', 'reclaimed', 'returned', 'resubmit-requested', 'excused', 'unexcused'] as const
export type TurnKind = (typeof turnKinds)[number]
/**
 * The only actions that a student's work allows in its status; `statusAfter` (rules) gives the resulting status. Work
 * handed in on paper is returned without being turned in here, and returning it again changes a mark.
 */
export const submissionMoves: Record<SubmissionStatus, readonly TurnKind[]> = {
  assigned: ['turned-in', 'returned', 'excused'],
  draft: ['turned-in', 'returned', 'excused'],
  'turned-in': ['reclaimed', 'returned', 'resubmit-requested', 'excused'],
  returned: ['returned', 'resubmit-requested', 'excused'],
  'resubmit-requested': ['turned-in', 'returned', 'resubmit-requested', 'excused'],
  excused: ['unexcused'],
}

/** The state of a piece of work for its family: its status, with due and missing distinguished by the clock. */
export const workStates = ['due', 'missing', 'resubmit', 'turned-in', 'returned', 'excused'] as const
/** The filters of a history; `open` is everything the family still has to do, `done` the rest. */
export const workFilters = ['open', ...workStates, 'done'] as const
export const assignmentViews = ['all', 'mark', 'open', 'planned', 'closed'] as const
