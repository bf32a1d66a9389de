export const termStatuses = ['draft', 'registration', 'active', 'grading', 'closed', 'archived'] as const
export type TermStatus = (typeof termStatuses)[number]
/** The states in which families may register for a term. */
export const registrableTerms: readonly TermStatus[] = ['registration', 'active']
/** The states in which the office prepares a term's classes: before families register, and while they may. */
export const plannedTerms: readonly TermStatus[] = ['draft', ...registrableTerms]

/** The states of a current term: families register for it or attend it. */
export const currentTerms: readonly TermStatus[] = ['registration', 'active', 'grading']
/** True for a term that is over: it no longer accepts classes, marks or changes of its days. */
export const isTermOver = (status: TermStatus): boolean => status === 'closed' || status === 'archived'
/** The states of a school day without lessons: canceled, or canceled and made up since. */
export const offDays: readonly string[] = ['cancelled', 'made-up']
/** True for the status of a school day without lessons. */
export const isDayOff = (status: string): boolean => offDays.includes(status)
/** The term that the office's screens start with: the first current one, or else the first of the list. */
export const currentTerm = <Term extends { readonly status: TermStatus }>(terms: readonly Term[]): Term | undefined =>
  terms.find(({ status }) => currentTerms.includes(status)) ?? terms[0]
/** The term that is graded first: of the current ones, newest first, the one that started first, as on the dashboard. */
export const gradedTerm = <Term extends { readonly status: TermStatus }>(terms: readonly Term[]): Term | undefined =>
  terms.findLast(({ status }) => currentTerms.includes(status)) ?? terms[0]
