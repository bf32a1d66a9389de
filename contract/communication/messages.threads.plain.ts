/** `open` waits for the school, `answered` for the family. */
export const threadStatuses = ['open', 'answered', 'closed'] as const
export type ThreadStatus = (typeof threadStatuses)[number]
/** The only moves a conversation makes. A new message moves it automatically, also out of `closed`. */
export const threadMoves: Record<ThreadStatus, readonly ThreadStatus[]> = {
  open: ['answered', 'closed'],
  answered: ['open', 'closed'],
  closed: ['open', 'answered'],
}
