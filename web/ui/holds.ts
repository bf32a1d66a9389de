/** The way in which a person leaves a page: by the browser's Back or Forward, or by a link in the application. */
type Way = 'browser' | 'link'
/** Returns true to keep the person on the page and ask first; they may still leave by `goOn`. */
type Hold = (way: Way, goOn: () => void) => boolean
const holds = new Set<Hold>()

/** Registers a hold. Returns a function that removes it. */
export const holdBy = (hold: Hold): (() => void) => {
  holds.add(hold)
  return () => void holds.delete(hold)
}

/** Returns true if the person stays and is asked first, since leaving would lose typed text. */
export const isHeld = (way: Way, goOn: () => void): boolean => [...holds].some(hold => hold(way, goOn))
