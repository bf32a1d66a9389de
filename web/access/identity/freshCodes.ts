import { useSyncExternalStore } from 'react'

type FreshCodes = { codes: readonly string[]; isReplacing: boolean }

let fresh: FreshCodes | null = null
const listeners = new Set<() => void>()

/** Shows recovery codes until somebody has kept them. They outlive the screen, which new roles may draw anew. */
export const showCodes = (next: FreshCodes | null): void => {
  fresh = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The recovery codes that wait to be kept. */
export const useFreshCodes = (): FreshCodes | null => useSyncExternalStore(subscribe, () => fresh)
