import { useSyncExternalStore } from 'react'

const phoneWide = '(width < 40rem)'
const watch = (tell: () => void) => {
  const query = matchMedia(phoneWide)
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}

/** True if the window is as narrow as a phone: one column, and cards in place of tables. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    watch,
    () => matchMedia(phoneWide).matches,
    () => false,
  )
