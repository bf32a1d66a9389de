/**
 * Calls under way at once, beyond which a further one is turned away: what the connections to the database serve at
 * once, and twice as many that wait. More would only wait longer, all of them.
 */
const usualMost = 48

/** Lets in what can be answered in good time, and turns the rest away at once. */
export type Admission = {
  /** Lets a call in and answers how to say that it is over; null where there are too many. */
  enter(): (() => void) | null
  /** How many have been turned away. */
  refused(): number
}

/** Nobody is here yet. */
export const openAdmission = (mostCalls = usualMost): Admission => {
  let inside = 0
  let refused = 0
  return {
    enter() {
      if (inside >= mostCalls) {
        refused += 1
        return null
      }
      inside += 1
      let isOver = false
      return () => {
        if (!isOver) inside -= 1
        isOver = true
      }
    },
    refused: () => refused,
  }
}
