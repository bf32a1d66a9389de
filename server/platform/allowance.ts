/** At most a number of times in a window for each key. Good for what protects the server from who asks too often. */
type Allowance = {
  /** How long the next one has to wait, in seconds; 0 when it may come. Counts nothing. */
  wait(key: string, now?: number): number
  /** Counts one more; how long to wait, in seconds, when it is too much, else 0. */
  take(key: string, now?: number): number
}
/** What was counted under a key of an allowance, and until when it counts. */
export type Count = readonly [name: string, key: string, count: number, endsAt: number]
/** The allowances of a school in this process. A restart forgets what they have counted. */
export type Counts = {
  /** The allowance of that name. */
  allowance(name: string, most: number, windowMs: number): Allowance
  /** From now on the other processes are told what is counted here, a moment later. */
  share(tell: (counts: readonly Count[]) => void): void
  /** Adds what another process has counted. */
  hear(counts: readonly Count[], now?: number): void
}

/** What is counted within this time is told together. */
const gatheredMs = 50
/** Others are told of a key that has used this part of its allowance here, which people never do of a large one. */
const toldFrom = 1 / 8

type Window = { count: number; endsAt: number; untold: number }

/** Nothing is counted yet, and nobody else is told. */
export const openCounts = (): Counts => {
  const windowsOf = new Map<string, Map<string, Window>>()
  let untold: Count[] = []
  let tell: ((counts: readonly Count[]) => void) | undefined

  const windowOf = (name: string, key: string, endsAt: number, now: number): Window => {
    const windows = windowsOf.get(name) ?? new Map<string, Window>()
    windowsOf.set(name, windows)
    const found = windows.get(key)
    if (found && found.endsAt > now) return found
    // Windows that are over go when a new one begins, so that keys do not pile up.
    for (const [old, window] of windows) if (window.endsAt <= now) windows.delete(old)
    const begun = { count: 0, endsAt, untold: 0 }
    windows.set(key, begun)
    return begun
  }
  const gather = (count: Count): void => {
    untold.push(count)
    if (untold.length > 1) return
    setTimeout(() => {
      const gathered = untold
      untold = []
      tell?.(gathered)
    }, gatheredMs).unref()
  }
  const secondsUntil = (endsAt: number, now: number) => Math.max(1, Math.ceil((endsAt - now) / 1000))

  return {
    allowance: (name, most, windowMs) => ({
      wait(key, now = Date.now()) {
        const found = windowsOf.get(name)?.get(key)
        return !found || found.endsAt <= now || found.count < most ? 0 : secondsUntil(found.endsAt, now)
      },
      take(key, now = Date.now()) {
        const window = windowOf(name, key, now + windowMs, now)
        // Once it is used up, all know.
        const isKnown = window.count - window.untold > most
        window.count += 1
        window.untold += 1
        if (tell && !isKnown && window.count > most * toldFrom) {
          gather([name, key, window.untold, window.endsAt])
          window.untold = 0
        }
        return window.count <= most ? 0 : secondsUntil(window.endsAt, now)
      },
    }),
    share(to) {
      tell = to
    },
    hear(counts, now = Date.now()) {
      for (const [name, key, count, endsAt] of counts) if (endsAt > now) windowOf(name, key, endsAt, now).count += count
    },
  }
}
