/** How somebody leaves a place: by the browser's Back or Forward, or by a link of ours. */
type Way = 'browser' | 'link'
/** Keeps somebody where they are and asks them first; they may `goOn` all the same. */
type Hold = (way: Way, goOn: () => void) => boolean
const holds = new Set<Hold>()

/** Asks from now on; answers how to end that. */
export const holdBy = (hold: Hold): (() => void) => {
  holds.add(hold)
  return () => void holds.delete(hold)
}

/** Whether somebody stays and is asked first, since going on would lose what they typed. */
export const isHeld = (way: Way, goOn: () => void): boolean => [...holds].some(hold => hold(way, goOn))
