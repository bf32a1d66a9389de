/**
 * Calls under way at once, beyond which a further one is turned away: what the connections to the database serve at
 * once, and twice as many that wait. More would only wait longer, all of them.
 */
const usualMost = 48
/** The part of them that a process lets in which comes late to everything, until it has caught up. */
const whenLate = 1 / 4
/** A process that does something this much later than it meant to is late, in milliseconds. */
const lateMs = 250
const lookMs = 50

/** Lets in what can be answered in good time, and turns the rest away at once. */
export type Admission = {
  /** Lets a call in and answers how to say that it is over; null where there are too many. */
  enter(): (() => void) | null
  /** How many have been turned away. */
  refused(): number
  close(): void
}

/** Nobody is here yet. `clock` counts milliseconds. */
export const openAdmission = (mostCalls = usualMost, clock: () => number = () => performance.now()): Admission => {
  let inside = 0
  let refused = 0
  let lookedAt = clock()
  let isLate = false
  const looking = setInterval(() => {
    const now = clock()
    isLate = now - lookedAt - lookMs > lateMs
    lookedAt = now
  }, lookMs).unref()
  return {
    enter() {
      // What the look would find when its turn comes counts already.
      const most = isLate || clock() - lookedAt - lookMs > lateMs ? Math.ceil(mostCalls * whenLate) : mostCalls
      if (inside >= most) {
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
    close: () => clearInterval(looking),
  }
}
