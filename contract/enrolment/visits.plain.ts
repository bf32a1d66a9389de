export const visitStatuses = ['asked', 'approved', 'declined', 'cancelled', 'converted'] as const
export type VisitStatus = (typeof visitStatuses)[number]
/** The only moves of a visit. One that became an enrolment or did not take place stays so. */
export const visitMoves: Record<VisitStatus, readonly VisitStatus[]> = {
  asked: ['approved', 'declined', 'cancelled', 'converted'],
  approved: ['cancelled', 'converted'],
  declined: [],
  cancelled: [],
  converted: [],
}
/** The number of days for which families see visits that are over and applications that were declined. */
export const recentDays = 42
/** Visits that take a seat on their day. */
export const seatedVisits: readonly VisitStatus[] = ['asked', 'approved']
/**
 * The number of days in which a family may choose another day for a canceled visit. After that its money is returned.
 */
export const choiceDays = 14
