import { useEffect, useState } from 'react'

export type PrintedPages = { next: string | null; isMorePending: boolean; more: () => void; error: unknown }

/** Prints a whole list: pages that are not loaded yet are loaded first. */
export const usePrinting = ({ next, isMorePending, more, error }: PrintedPages) => {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (!wanted || error) return
    if (next !== null) {
      if (!isMorePending) more()
      return
    }
    // Runs after the last rows are painted.
    const timer = setTimeout(() => {
      setWanted(false)
      print()
    })
    return () => clearTimeout(timer)
  }, [wanted, next, isMorePending, more, error])
  return { start: () => setWanted(true), isPending: wanted && !error }
}
