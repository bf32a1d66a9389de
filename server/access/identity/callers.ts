import type { Actor } from '#server/platform/actor.ts'

/**
 * The maximum time in milliseconds that a caller is cached. A change that isn't announced takes effect after that at
 * the latest.
 */
const keptMs = 2_000
/**
 * The maximum number of cached callers, because proofs come from outside the server. The oldest entry is dropped first.
 */
const mostCallers = 5_000

/**
 * A caller as found in the database, and the time at which that may change without a write, for example because a
 * sign-in or a role ends; null if there is none.
 */
export type Known = { actor: Actor; until: Date | null }

/**
 * Caches callers for a moment while this process hears of every change to them (migration 0024). While it doesn't,
 * nothing is cached.
 */
export type Callers = {
  /**
   * The caller that a proof (such as a sign-in or a cookie) identifies, from the cache or from `look`. A proof that
   * identifies nobody is never cached.
   */
  find(proof: string, now: Date, look: () => Promise<Known | null>): Promise<Actor | null>
  /** Drops the cached entries of an account, or all of them for `*`, because something about it has changed. */
  forget(accountId: string): void
  /** Tells whether this process now hears of changes. Clears the cache. */
  listen(hears: boolean): void
}

/** Opens an empty cache that doesn't hear changes yet. */
export const openCallers = (longestMs = keptMs): Callers => {
  const kept = new Map<string, { actor: Actor; from: number; until: number }>()
  const asking = new Map<string, Promise<Actor | null>>()
  let hears = false
  // A result read before a change must not be cached after it.
  let changes = 0

  const look = async (proof: string, now: Date, ask: () => Promise<Known | null>): Promise<Actor | null> => {
    const before = changes
    const found = await ask()
    if (!found) return null
    if (hears && changes === before) {
      const from = now.getTime()
      const until = Math.min(from + longestMs, found.until?.getTime() ?? Infinity)
      kept.set(proof, { actor: found.actor, from, until })
      if (kept.size > mostCallers) kept.delete(kept.keys().next().value!)
    }
    return found.actor
  }

  return {
    async find(proof, now, ask) {
      if (!hears) return (await ask())?.actor ?? null
      const known = kept.get(proof)
      const at = now.getTime()
      // Setting the clock back must not make an entry last longer.
      if (known && known.from <= at && at < known.until) return known.actor
      kept.delete(proof)
      const before = asking.get(proof)
      if (before) return before
      const found = look(proof, now, ask).finally(() => {
        if (asking.get(proof) === found) asking.delete(proof)
      })
      asking.set(proof, found)
      return found
    },
    forget(accountId) {
      changes += 1
      asking.clear()
      if (accountId === '*') kept.clear()
      else for (const [proof, { actor }] of kept) if (actor.accountId === accountId) kept.delete(proof)
    },
    listen(now) {
      hears = now
      changes += 1
      asking.clear()
      kept.clear()
    },
  }
}
