import {
  type AssignmentStatus,
  submissionMoves,
  type SubmissionStatus,
  type TurnKind,
} from '#contract/teaching/assignments.ts'

/**
 * True if a family may hand in work: while the assignment is published, and after it closes if the teacher has asked
 * for a resubmission, but not once the class is over.
 */
export const mayHandIn = (
  status: SubmissionStatus,
  assignment: { status: AssignmentStatus; isOver: boolean },
): boolean =>
  !assignment.isOver &&
  submissionMoves[status].includes('turned-in') &&
  (assignment.status === 'published' || (assignment.status === 'closed' && status === 'resubmit-requested'))

/**
 * The default meeting for homework to be due: the first class after today, or the first of `meetings` if none follows.
 */
export const usualDue = <Meeting extends { day: string }>(
  meetings: readonly Meeting[],
  today: string,
): Meeting | undefined => meetings.find(({ day }) => day > today) ?? meetings[0]

/**
 * The status of a student's work after all its turns, oldest first. Reclaiming work that was handed in for a requested
 * resubmission leads back to the request, not to a first draft. Undoing an excuse restores the status before it.
 */
export const statusAfter = (turns: readonly TurnKind[], hasDraft: boolean): SubmissionStatus => {
  const untouched = hasDraft ? 'draft' : 'assigned'
  let asked: SubmissionStatus = untouched
  let status: SubmissionStatus = untouched
  let before: SubmissionStatus = untouched
  for (const turn of turns) {
    switch (turn) {
      case 'reclaimed':
        status = asked === 'resubmit-requested' ? asked : 'draft'
        break
      case 'excused':
        before = status
        status = turn
        break
      case 'unexcused':
        status = before
        break
      case 'resubmit-requested':
        asked = turn
        status = turn
        break
      case 'returned':
        asked = untouched
        status = turn
        break
      case 'turned-in':
        status = turn
    }
  }
  return status
}
