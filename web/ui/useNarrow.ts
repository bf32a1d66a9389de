import { useSyncExternalStore } from 'react'

const phoneWide = '(width < 40rem)'
const watch = (tell: () => void) => {
  const query = matchMedia(phoneWide)
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}
/** Whether there is room for cards only. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    watch,
    () => matchMedia(phoneWide).matches,
    () => false,
  )
