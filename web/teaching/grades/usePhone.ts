import { useSyncExternalStore } from 'react'

const narrow = '(max-width: 639px)'

const subscribe = (listener: () => void) => {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether there is room for one column of grades only. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(narrow).matches)
