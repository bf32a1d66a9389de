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
