/** What waits for the school's word: a class, a trial of one date, a single day. */
export const applicationKinds = ['class', 'trial', 'day'] as const
export const applicationStatuses = ['submitted', 'needs-info', 'approved', 'declined'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]
/** The only moves of an application. What was decided stays; a family's answer brings it back to the office. */
export const applicationMoves: Record<ApplicationStatus, readonly ApplicationStatus[]> = {
  submitted: ['needs-info', 'approved', 'declined'],
  'needs-info': ['submitted', 'approved', 'declined'],
  approved: [],
  declined: [],
}
