import {
  type AssignmentStatus,
  submissionMoves,
  type SubmissionStatus,
  type TurnKind,
} from '#contract/teaching/assignments.ts'

/** Whether a family may hand something in: while it is open, and after that when the teacher has asked for it again. */
export const mayHandIn = (status: SubmissionStatus, standing: AssignmentStatus): boolean =>
  submissionMoves[status].includes('turned-in') &&
  (standing === 'published' || (standing === 'closed' && status === 'resubmit-requested'))

/** When homework is due unless said otherwise: at the first class after today, or at today's where it is the last. */
export const usualDue = <Meeting extends { day: string }>(
  meetings: readonly Meeting[],
  today: string,
): Meeting | undefined => meetings.find(({ day }) => day > today) ?? meetings[0]

/**
 * Where a student's work stands after everything that happened to it, oldest first. Taking back what was asked for
 * again leads to the request, not to a first draft; being excused no longer leads to what was before.
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
