import { useEffect } from 'react'

/** Keeps the focus, as the frame of signed-in pages does. */
export const useFocusKept = () =>
  useEffect(() => {
    const watch = import('#web/shell/keepFocus.ts').then(
      ({ keepFocus }) => keepFocus(),
      () => undefined,
    )
    return () => void watch.then(stop => stop?.())
  }, [])
