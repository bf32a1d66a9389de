export const termStatuses = ['draft', 'registration', 'active', 'grading', 'closed', 'archived'] as const
export type TermStatus = (typeof termStatuses)[number]
/** The only moves a term makes: screens show buttons by it, functions refuse by it. */
export const termMoves: Record<TermStatus, readonly TermStatus[]> = {
  draft: ['registration'],
  registration: ['draft', 'active'],
  active: ['grading'],
  grading: ['active', 'closed'],
  closed: ['grading', 'archived'],
  archived: ['closed'],
}
/** While a term has one of these, families may register for it. */
export const registrableTerms: readonly TermStatus[] = ['registration', 'active']

/** While a term has one of these, it is on: families register for it or learn in it. */
export const currentTerms: readonly TermStatus[] = ['registration', 'active', 'grading']
/** A term that is over takes no classes, marks or changed days any more. */
export const isTermOver = (status: TermStatus): boolean => status === 'closed' || status === 'archived'
/** The term that a screen of the office begins with: the first that is on, or else the first of the list. */
export const currentTerm = <Term extends { readonly status: TermStatus }>(terms: readonly Term[]): Term | undefined =>
  terms.find(({ status }) => currentTerms.includes(status)) ?? terms[0]

export const sessionDateStatuses = ['scheduled', 'held', 'cancelled', 'made-up'] as const
export type SessionDateStatus = (typeof sessionDateStatuses)[number]
/** The only moves a school day makes: it is held as long as one of its rolls is taken. */
export const sessionDateMoves: Record<SessionDateStatus, readonly SessionDateStatus[]> = {
  scheduled: ['held', 'cancelled'],
  held: ['scheduled'],
  cancelled: ['scheduled', 'made-up'],
  'made-up': ['cancelled'],
}
