/**
 * The school's clock. Rules of the school ask it; signing in does not, since tokens must agree with the browser's time.
 * A clock may be set to start elsewhere (demo and tests) and goes on from there.
 */
export type Clock = () => Date

export const realClock: Clock = () => new Date()

/** A clock that stood at `start` when this was called and runs since. */
export const clockFrom = (start: Date): Clock => {
  const offset = start.getTime() - Date.now()
  return () => new Date(Date.now() + offset)
}

/**
 * Tells instants of the world's clock, by which sign-ins run, in the time of the school's, which says `now`: beside it
 * they would contradict it. The two differ in a demo only.
 */
export const inSchoolTime = (now: Date): ((at: Date) => Date) => {
  const ahead = now.getTime() - Date.now()
  // A call that takes a moment is no other clock.
  const shift = Math.abs(ahead) < 60_000 ? 0 : ahead
  return at => new Date(at.getTime() + shift)
}
