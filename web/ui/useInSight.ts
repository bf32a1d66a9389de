import { useEffect, useRef, type RefObject } from 'react'

/** Scrolls to a part of the page that the address names, and gives its heading the focus. */
export const useInSight = <Part extends HTMLElement>(isNamed: boolean): RefObject<Part | null> => {
  const part = useRef<Part>(null)
  useEffect(() => {
    if (!isNamed) return
    // After the router has put the new page to its top.
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
