import { useSyncExternalStore } from 'react'

// The time at which each answer that the school hasn't confirmed yet was read, by its question.
const old = new Map<string, number>()
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}

/** Marks an answer as this device's own copy, read at `at`. */
export const markOld = (question: string, at: number): void => {
  old.set(question, at)
  tell()
}
/** Marks a question as answered by the school. Returns whether its answer was this device's own copy until now. */
export const markFresh = (question: string): boolean => {
  const wasOld = old.delete(question)
  if (wasOld) tell()
  return wasOld
}
/** Forgets all marks, for a change of person. */
export const forgetOld = (): void => {
  old.clear()
  tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const oldest = (): number | null => (old.size === 0 ? null : Math.min(...old.values()))

/** Returns the time at which the oldest unconfirmed answer was read, or null if all are fresh. */
export const useOldSince = (): number | null => useSyncExternalStore(subscribe, oldest, () => null)
