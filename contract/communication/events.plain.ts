export const eventStatuses = ['draft', 'published', 'cancelled'] as const
export type EventStatus = (typeof eventStatuses)[number]
/**
 * The only moves an event makes. A published event can return to draft until someone answers or signs up. A canceled
 * event stays canceled, because people were told. Whether it is full or over follows from its answers and the clock
 * (`eventStates`) and is not stored.
 */
export const eventMoves: Record<EventStatus, readonly EventStatus[]> = {
  draft: ['published'],
  published: ['draft', 'cancelled'],
  cancelled: [],
}
export const eventStates = ['draft', 'open', 'full', 'ended', 'cancelled'] as const
export const signUpStatuses = ['taken', 'confirmed', 'worked', 'no-show', 'excused', 'cancelled'] as const
export type SignUpStatus = (typeof signUpStatuses)[number]
/** The only moves a sign-up makes. People cancel their own; the office makes the others. */
export const signUpMoves: Record<SignUpStatus, readonly SignUpStatus[]> = {
  taken: ['confirmed', 'worked', 'no-show', 'excused', 'cancelled'],
  confirmed: ['taken', 'worked', 'no-show', 'excused', 'cancelled'],
  worked: ['confirmed', 'no-show', 'excused'],
  'no-show': ['confirmed', 'worked', 'excused'],
  excused: ['confirmed', 'worked', 'no-show'],
  cancelled: [],
}
/** Sign-ups that take a spot in their slot. */
export const placedSignUps: readonly SignUpStatus[] = ['taken', 'confirmed', 'worked', 'no-show']
/** Sign-ups for a shift that hasn't been worked or missed. */
export const pendingSignUps: readonly SignUpStatus[] = ['taken', 'confirmed']

export const rsvpAnswers = ['yes', 'no', 'maybe'] as const
/** Why a slot can't be taken now; `open` when it can. */
export const slotStates = ['open', 'mine', 'full', 'early', 'locked'] as const

/** The addresses of calendar files (.ics) for single dates of one's own calendar. */
export const datePath = {
  event: (id: string): string => `/files/dates/event-${id}.ics`,
  lesson: (sectionId: string, onDay: string): string => `/files/dates/lesson-${sectionId}-${onDay}.ics`,
  closed: (onDay: string): string => `/files/dates/closed-${onDay}.ics`,
}
