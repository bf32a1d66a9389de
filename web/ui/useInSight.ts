import { useEffect, useRef, type RefObject } from 'react'

/** Scrolls to the part of the page that the address names, and focuses its heading. */
export const useInSight = <Part extends HTMLElement>(isNamed: boolean): RefObject<Part | null> => {
  const part = useRef<Part>(null)
  useEffect(() => {
    if (!isNamed) return
    // Runs after the router has scrolled the new page to its top.
    const timer = setTimeout(() => {
      part.current?.scrollIntoView()
      const heading = part.current?.querySelector('h2')
      if (!heading) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [isNamed])
  return part
}
