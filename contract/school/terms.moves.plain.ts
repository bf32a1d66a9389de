import type { TermStatus } from './terms.plain.ts'

/** The only moves a term makes. Screens derive their buttons from it, and functions refuse everything else. */
export const termMoves: Record<TermStatus, readonly TermStatus[]> = {
  draft: ['registration'],
  registration: ['draft', 'active'],
  active: ['grading'],
  grading: ['active', 'closed'],
  closed: ['grading', 'archived'],
  archived: ['closed'],
}

export const sessionDateStatuses = ['scheduled', 'held', 'cancelled', 'made-up'] as const
export type SessionDateStatus = (typeof sessionDateStatuses)[number]
/** The only moves a school day makes. It counts as held while one of its rolls is taken. */
export const sessionDateMoves: Record<SessionDateStatus, readonly SessionDateStatus[]> = {
  scheduled: ['held', 'cancelled'],
  held: ['scheduled'],
  cancelled: ['scheduled', 'made-up'],
  'made-up': ['cancelled'],
}
