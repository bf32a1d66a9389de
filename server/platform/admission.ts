/**
 * The number of calls that may be under way at once: as many as the database connections serve at the same time, plus
 * twice that number waiting. Further calls are turned away, since letting them in would only make every call wait
 * longer.
 */
export const usualMost = 48

/** A call that was admitted. */
export type Entered = {
  /** Resolves when it is this call's turn. */
  turn: Promise<void>
  /** Reports that the call is over, or that its caller has gone. */
  leave(): void
}
/** Admits calls that can be answered in good time and turns the rest away at once. */
export type Admission = {
  /** Admits a call, or returns null when too many are under way. A call takes one place, or a fraction of one. */
  enter(places?: number): Entered | null
  /** The number of calls turned away so far. */
  refused(): number
}

const now = Promise.resolve()

/**
 * Opens an empty admission. When others share the process, at most `atOnce` calls are served at a time, first come,
 * first served.
 */
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
          // A call that leaves the line is never served, because nobody is there to read the answer.
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
