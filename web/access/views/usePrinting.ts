import { useEffect, useState } from 'react'

type Pages = { next: string | null; isMorePending: boolean; more: () => void; error: unknown }

/** Prints a list whole: what is not loaded yet is fetched first. */
export const usePrinting = ({ next, isMorePending, more, error }: Pages) => {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (!wanted || error) return
    if (next !== null) {
      if (!isMorePending) more()
      return
    }
    // After the last rows are painted.
    const timer = setTimeout(() => {
      setWanted(false)
      print()
    })
    return () => clearTimeout(timer)
  }, [wanted, next, isMorePending, more, error])
  return { start: () => setWanted(true), isPending: wanted && !error }
}
