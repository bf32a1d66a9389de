import type { Actor } from '#server/platform/functions.ts'

/** How long somebody is known without being asked for again: whatever nobody told of counts after that at the latest. */
const keptMs = 2_000
/** What is asked for comes from outside, so it must not fill the memory. The one not asked for longest goes first. */
const mostCallers = 5_000

/** Somebody as the database knows them, and until when that stays so by itself: a sign-in and a role may end. */
export type Known = { actor: Actor; until: Date | null }

/**
 * Remembers who calls, for a moment, while this process hears of every change of it (migration 0024). While it doesn't
 * hear, nothing is remembered.
 */
export type Callers = {
  /** Who stands behind a proof, or what `look` finds of them; nobody is never remembered. */
  find(proof: string, now: Date, look: () => Promise<Known | null>): Promise<Actor | null>
  /** Something about the account has changed, or about anybody (`*`): they are asked for anew from now on. */
  forget(accountId: string): void
  /** Whether changes are heard of. */
  listen(hears: boolean): void
}

/** An empty memory that does not hear yet. */
export const openCallers = (longestMs = keptMs): Callers => {
  const kept = new Map<string, { actor: Actor; from: number; until: number }>()
  const asking = new Map<string, Promise<Actor | null>>()
  let hears = false
  // What was asked before a change may not be kept after it.
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
      // A clock that was set back must not make anything last longer.
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
