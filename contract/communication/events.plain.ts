export const eventStatuses = ['draft', 'published', 'cancelled'] as const
export type EventStatus = (typeof eventStatuses)[number]
/**
 * The only moves an event makes. A published event goes back to a draft while nobody has answered or signed up; a
 * cancelled one stays so, because people were told. That it is full or over follows from its answers and the clock
 * (`eventStates`) and is stored nowhere.
 */
export const eventMoves: Record<EventStatus, readonly EventStatus[]> = {
  draft: ['published'],
  published: ['draft', 'cancelled'],
  cancelled: [],
}
export const eventStates = ['draft', 'open', 'full', 'ended', 'cancelled'] as const
export const signUpStatuses = ['taken', 'confirmed', 'worked', 'no-show', 'excused', 'cancelled'] as const
export type SignUpStatus = (typeof signUpStatuses)[number]
/** The only moves a sign-up makes: people cancel their own, the office does the rest. */
export const signUpMoves: Record<SignUpStatus, readonly SignUpStatus[]> = {
  taken: ['confirmed', 'worked', 'no-show', 'excused', 'cancelled'],
  confirmed: ['taken', 'worked', 'no-show', 'excused', 'cancelled'],
  worked: ['confirmed', 'no-show', 'excused'],
  'no-show': ['confirmed', 'worked', 'excused'],
  excused: ['confirmed', 'worked', 'no-show'],
  cancelled: [],
}
/** Sign-ups that take a place. */
export const placedSignUps: readonly SignUpStatus[] = ['taken', 'confirmed', 'worked', 'no-show']

export const rsvpAnswers = ['yes', 'no', 'maybe'] as const
/** Why a slot can't be taken just now; `open` when it can. */
export const slotStates = ['open', 'mine', 'full', 'early', 'locked'] as const

/** Where one date of one's own calendar is found, as a file that calendar programs take in. */
export const datePath = {
  event: (id: string): string => `/files/dates/event-${id}.ics`,
  lesson: (sectionId: string, onDay: string): string => `/files/dates/lesson-${sectionId}-${onDay}.ics`,
  closed: (onDay: string): string => `/files/dates/closed-${onDay}.ics`,
}
