/**
 * Limits how often something may happen per key within a time window. Used to protect the server from frequent callers.
 */
type Allowance = {
  /** Seconds until the next call is allowed, or 0 if it is allowed now. Counts nothing. */
  wait(key: string, now?: number): number
  /** Counts one call. Returns the seconds to wait if that exceeds the limit, else 0. */
  take(key: string, now?: number): number
}
/** The count under one key of an allowance, and the time in milliseconds at which its window ends. */
export type Count = readonly [name: string, key: string, count: number, endsAt: number]
/** The allowances of a school in this process. A restart resets all counts. */
export type Counts = {
  /** The allowance with that name: `most` calls per key within `windowMs` milliseconds. */
  allowance(name: string, most: number, windowMs: number): Allowance
  /** From now on, tells the other processes what is counted here, after a short delay. */
  share(tell: (counts: readonly Count[]) => void): void
  /** Adds counts from another process. */
  hear(counts: readonly Count[], now?: number): void
}

/** Counts within this many milliseconds are sent together. */
const gatheredMs = 50
/**
 * Other processes are told about a key once it has used this fraction of its allowance here. People never use that much
 * of a large allowance.
 */
const toldFrom = 1 / 8

type Window = { count: number; endsAt: number; untold: number }

/** Opens empty counts that are not yet shared with other processes. */
export const openCounts = (): Counts => {
  const windowsOf = new Map<string, Map<string, Window>>()
  let untold: Count[] = []
  let tell: ((counts: readonly Count[]) => void) | undefined

  const windowOf = (name: string, key: string, endsAt: number, now: number): Window => {
    const windows = windowsOf.get(name) ?? new Map<string, Window>()
    windowsOf.set(name, windows)
    const found = windows.get(key)
    if (found && found.endsAt > now) return found
    // Expired windows are deleted when a new one begins, so that keys don't pile up.
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
        // Once the allowance is used up, all processes know.
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
