import { useSyncExternalStore } from 'react'

// When each answer on this device that the school has not confirmed yet was read, by its question.
const old = new Map<string, number>()
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}

/** Says that an answer is this device's own, read at that time. */
export const markOld = (question: string, at: number): void => {
  old.set(question, at)
  tell()
}
/** Says that the school has answered the question anew. */
export const markFresh = (question: string): void => {
  if (old.delete(question)) tell()
}
/** Forgets whose answers they were. */
export const forgetOld = (): void => {
  old.clear()
  tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const oldest = (): number | null => (old.size === 0 ? null : Math.min(...old.values()))

/** When the oldest answer was read that is shown without the school's word; null if all are fresh. */
export const useOldSince = (): number | null => useSyncExternalStore(subscribe, oldest, () => null)
