export const assignmentKinds = ['homework', 'quiz', 'project', 'reading'] as const
export const assignmentStatuses = ['draft', 'scheduled', 'published', 'closed'] as const
export type AssignmentStatus = (typeof assignmentStatuses)[number]
/**
 * The only moves of an assignment that somebody makes. A scheduled one is published, and one with a closing time is
 * closed, by the clock alone. Back to draft only while nobody has begun.
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
 * The only turns that a student's work takes from its status; `statusAfter` (rules) says where they lead. What was
 * handed over on paper is returned without having been turned in here, and a mark is changed by returning once more.
 */
export const submissionMoves: Record<SubmissionStatus, readonly TurnKind[]> = {
  assigned: ['turned-in', 'returned', 'excused'],
  draft: ['turned-in', 'returned', 'excused'],
  'turned-in': ['reclaimed', 'returned', 'resubmit-requested', 'excused'],
  returned: ['returned', 'resubmit-requested', 'excused'],
  'resubmit-requested': ['turned-in', 'returned', 'resubmit-requested', 'excused'],
  excused: ['unexcused'],
}

/** How a piece of work stands for its family: what the status says, with due and missing told apart by the clock. */
export const workStates = ['due', 'missing', 'resubmit', 'turned-in', 'returned', 'excused'] as const
/** What a history can be narrowed to; `open` is everything that the family still has to do, `done` the rest. */
export const workFilters = ['open', ...workStates, 'done'] as const
export const assignmentViews = ['all', 'mark', 'open', 'planned', 'closed'] as const
