import { useSyncExternalStore } from 'react'

type FreshCodes = { codes: readonly string[]; isReplacing: boolean }

let fresh: FreshCodes | null = null
const listeners = new Set<() => void>()

/** Shows recovery codes until the person has saved them. They outlive the screen, which new roles may remount. */
export const showCodes = (next: FreshCodes | null): void => {
  fresh = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the recovery codes that are not saved yet. */
export const useFreshCodes = (): FreshCodes | null => useSyncExternalStore(subscribe, () => fresh)
