/**
 * Calls under way at once, beyond which a further one is turned away: what the connections to the database serve at
 * once, and twice as many that wait. More would only wait longer, all of them.
 */
export const usualMost = 48

/** A call that was let in. */
export type Entered = {
  /** Until it is its turn. */
  turn: Promise<void>
  /** Says that it is over, or that its caller has gone. */
  leave(): void
}
/** Lets in what can be answered in good time, and turns the rest away at once. */
export type Admission = {
  /** Lets a call in; null where there are too many. It takes one place, or a part of one. */
  enter(places?: number): Entered | null
  /** How many have been turned away. */
  refused(): number
}

const now = Promise.resolve()

/** Nobody is here yet. Where others share the process, `atOnce` are served at one time, first come, first served. */
export const openAdmission = (mostCalls = usualMost, atOnce = Number.POSITIVE_INFINITY): Admission => {
  const line: (() => void)[] = []
  let inside = 0
  let served = 0
  let refused = 0
  return {
    enter(places = 1) {
      if (inside >= mostCalls) {
        refused += 1
        return null
      }
      inside += places
      let state: 'waiting' | 'served' | 'over' = 'waiting'
      const serve = () => {
        served += 1
        state = 'served'
      }
      let turn = now
      let begin: (() => void) | undefined
      if (served < atOnce) serve()
      else {
        turn = new Promise(done => {
          begin = () => {
            serve()
            done()
          }
        })
        line.push(begin!)
      }
      return {
        turn,
        leave() {
          if (state === 'over') return
          // Who leaves the line is never served: nobody is there to read the answer.
          if (state === 'waiting') line.splice(line.indexOf(begin!), 1)
          else {
            served -= 1
            line.shift()?.()
          }
          state = 'over'
          inside -= places
        },
      }
    },
    refused: () => refused,
  }
}
