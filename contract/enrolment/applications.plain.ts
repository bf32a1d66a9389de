/** What needs the school's approval: a class, a trial on one date, or a single day. */
export const applicationKinds = ['class', 'trial', 'day'] as const
export const applicationStatuses = ['submitted', 'needs-info', 'approved', 'declined'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]
/** The only moves of an application. A decision is final; a family's answer returns the application to the office. */
export const applicationMoves: Record<ApplicationStatus, readonly ApplicationStatus[]> = {
  submitted: ['needs-info', 'approved', 'declined'],
  'needs-info': ['submitted', 'approved', 'declined'],
  approved: [],
  declined: [],
}
