/**
 * The school's clock. The school's rules use it; signing in does not, because tokens must agree with the browser's
 * time. A clock may be set to start at another time (in the demo and in tests) and runs on from there.
 */
export type Clock = () => Date

export const realClock: Clock = () => new Date()

/** A clock that shows `start` at the time of this call and runs on from there. */
export const clockFrom = (start: Date): Clock => {
  const offset = start.getTime() - Date.now()
  return () => new Date(Date.now() + offset)
}

/**
 * Converts instants of real time, which sign-ins use, to the school's time, which is `now`; shown beside it
 * unconverted, they would contradict it. The two differ in a demo only.
 */
export const inSchoolTime = (now: Date): ((at: Date) => Date) => {
  const ahead = now.getTime() - Date.now()
  // A difference of less than a minute is the time the call took, not another clock.
  const shift = Math.abs(ahead) < 60_000 ? 0 : ahead
  return at => new Date(at.getTime() + shift)
}
