export const termStatuses = ['draft', 'registration', 'active', 'grading', 'closed', 'archived'] as const
export type TermStatus = (typeof termStatuses)[number]
/** The only moves a term makes. Screens derive their buttons from it, and functions refuse everything else. */
export const termMoves: Record<TermStatus, readonly TermStatus[]> = {
  draft: ['registration'],
  registration: ['draft', 'active'],
  active: ['grading'],
  grading: ['active', 'closed'],
  closed: ['grading', 'archived'],
  archived: ['closed'],
}
/** The states in which families may register for a term. */
export const registrableTerms: readonly TermStatus[] = ['registration', 'active']

/** The states of a current term: families register for it or attend it. */
export const currentTerms: readonly TermStatus[] = ['registration', 'active', 'grading']
/** True for a term that is over: it no longer accepts classes, marks or changes of its days. */
export const isTermOver = (status: TermStatus): boolean => status === 'closed' || status === 'archived'
/** The term that the office's screens start with: the first current one, or else the first of the list. */
export const currentTerm = <Term extends { readonly status: TermStatus }>(terms: readonly Term[]): Term | undefined =>
  terms.find(({ status }) => currentTerms.includes(status)) ?? terms[0]
/** The term that is graded first: of the current ones, newest first, the one that started first, as on the dashboard. */
export const gradedTerm = <Term extends { readonly status: TermStatus }>(terms: readonly Term[]): Term | undefined =>
  terms.findLast(({ status }) => currentTerms.includes(status)) ?? terms[0]

export const sessionDateStatuses = ['scheduled', 'held', 'cancelled', 'made-up'] as const
export type SessionDateStatus = (typeof sessionDateStatuses)[number]
/** The only moves a school day makes. It counts as held while one of its rolls is taken. */
export const sessionDateMoves: Record<SessionDateStatus, readonly SessionDateStatus[]> = {
  scheduled: ['held', 'cancelled'],
  held: ['scheduled'],
  cancelled: ['scheduled', 'made-up'],
  'made-up': ['cancelled'],
}
