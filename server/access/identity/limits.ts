import type { Database, Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { networkOf } from '#server/platform/network.ts'
import { sweep } from '#server/platform/sweeping.ts'
import { clearAttempts, lockAttempts, saveAttempt } from './queries.ts'
import { attempts } from './tables.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * The maximum number of attempts in a window. Beyond it, `backOff` blocks further attempts for a while, twice as long
 * each time, and `paceMs` allows one attempt in each such interval, until a whole window has passed without one.
 */
type Limit = {
  readonly most: number
  readonly windowMs: number
  readonly backOff?: { readonly firstMs: number; readonly longestMs: number }
  readonly paceMs?: number
}

/**
 * The limits of wire B9. Attempts on an account count for each network and each known device separately, so that nobody
 * can lock out its owner. Attempts from everywhere else together are only slowed down.
 */
export const limits = {
  signInOfAccount: { most: 10, windowMs: 15 * minute, backOff: { firstMs: minute, longestMs: hour } },
  signInFromAnywhere: { most: 50, windowMs: hour, paceMs: minute / 2 },
  signInFromAddress: { most: 100, windowMs: 15 * minute },
  /**
   * A code has a million values, three of which are valid at a time: ten guesses succeed once in about thirty thousand
   * tries.
   */
  secondStepOfAccount: { most: 10, windowMs: 15 * minute, backOff: { firstMs: minute, longestMs: hour } },
  secondStepFromAnywhere: { most: 10, windowMs: hour, paceMs: 10 * minute },
  signUpFromAddress: { most: 10, windowMs: hour },
  mailToAddress: { most: 5, windowMs: hour },
  mailFromAnywhere: { most: 10, windowMs: hour, paceMs: 10 * minute },
  mailFromAddress: { most: 20, windowMs: hour },
  claimOfAccount: { most: 5, windowMs: hour },
  claimFromAddress: { most: 20, windowMs: hour },
} as const satisfies Record<string, Limit>

export type Attempt = typeof attempts.$inferSelect

/**
 * Adds an attempt to the previous count. With a back-off, the attempt that fills the window is still allowed and starts
 * a block; blocked attempts don't count. A caller who waits until the window after the last block has ended starts from
 * zero.
 */
export const countAttempt = (before: Attempt, limit: Limit, now: Date): { attempt: Attempt; isAllowed: boolean } => {
  const at = now.getTime()
  if (before.blockedUntil && before.blockedUntil > now) return { attempt: before, isAllowed: false }
  const isOver = before.windowEndsAt <= now
  const count = isOver ? 1 : before.count + 1
  const attempt = {
    ...before,
    count,
    windowEndsAt: isOver ? new Date(at + limit.windowMs) : before.windowEndsAt,
    blockedUntil: null,
    blocks: isOver ? 0 : before.blocks,
  }
  if (limit.paceMs !== undefined && count > limit.most) {
    const blockedUntil = new Date(at + limit.paceMs)
    return { attempt: { ...attempt, blockedUntil, windowEndsAt: new Date(at + limit.windowMs) }, isAllowed: true }
  }
  if (!limit.backOff) return { attempt, isAllowed: count <= limit.most }
  if (count < limit.most) return { attempt, isAllowed: true }
  const closedMs = Math.min(limit.backOff.firstMs * 2 ** Math.min(attempt.blocks, 20), limit.backOff.longestMs)
  const blockedUntil = new Date(at + closedMs)
  return {
    attempt: {
      ...attempt,
      blockedUntil,
      blocks: attempt.blocks + 1,
      windowEndsAt: new Date(blockedUntil.getTime() + limit.windowMs),
    },
    isAllowed: true,
  }
}

/**
 * Counts an attempt under each key. Returns false if one of the limits is used up. Then the other counters stay as they
 * are, so that a single network can't fill a counter shared by all. It uses a transaction of its own, because the count
 * must outlive a refusal, and counts before the attempt is made, so that simultaneous attempts don't slip through
 * together.
 */
export const mayAttempt = async (
  database: Database,
  counters: Readonly<Record<string, Limit>>,
  now: Date,
): Promise<boolean> => {
  const isAllowed = await database.transaction(db => countAttempts(db, counters, now))
  // The part before the colon tells what was tried, not by whom.
  if (!isAllowed) log.info({ of: Object.keys(counters).map(key => key.split(':')[0]) }, 'too many attempts')
  return isAllowed
}

/** The same within the caller's transaction, for attempts that count only if the transaction commits. */
export const countAttempts = async (db: Db, counters: Readonly<Record<string, Limit>>, now: Date): Promise<boolean> => {
  const locked = await lockAttempts(db, Object.keys(counters), now)
  const counted = locked.map(before => countAttempt(before, counters[before.key]!, now))
  const refused = counted.filter(({ isAllowed }) => !isAllowed)
  for (const { attempt } of refused.length > 0 ? refused : counted) await saveAttempt(db, attempt)
  return refused.length === 0
}

/**
 * Removes a successful sign-in from the counters, so that a school full of parents behind one address isn't locked out.
 */
export const forgive = (database: Database, counters: Readonly<Record<string, Limit>>, now: Date): Promise<void> =>
  database.transaction(async db => {
    for (const before of await lockAttempts(db, Object.keys(counters), now)) {
      if (counters[before.key]!.backOff) await clearAttempts(db, before.key)
      else if (before.count > 0) await saveAttempt(db, { ...before, count: before.count - 1 })
    }
    await sweep(db, attempts, { key: attempts.key, endsAt: attempts.windowEndsAt }, now)
  })

/** The caller of an attempt: the network address, and the account's known device, or null if it is none of them. */
export type Trier = { address: string; device: string | null }
const byTrier = ({ address, device }: Trier): string => (device === null ? networkOf(address) : `device:${device}`)

/** The counters of a password attempt for an address, whether or not it has an account. */
export const signInCounters = (email: string, trier: Trier): Record<string, Limit> => ({
  [`${signInKey(email)} ${byTrier(trier)}`]: limits.signInOfAccount,
  ...(trier.device === null && {
    [signInKey(email)]: limits.signInFromAnywhere,
    [fromKey('sign-in', trier.address)]: limits.signInFromAddress,
  }),
})

/** The counters of a code entered after the password. */
export const secondStepCounters = (accountId: string, trier: Trier): Record<string, Limit> => ({
  [`second-step:${accountId} ${byTrier(trier)}`]: limits.secondStepOfAccount,
  ...(trier.device === null && { [`second-step:${accountId}`]: limits.secondStepFromAnywhere }),
})

/** The counters of the caller who requests a letter. */
export const mailCounters = (kind: string, email: string, trier: Trier): Record<string, Limit> => ({
  [`mail:${kind}:${email} ${byTrier(trier)}`]: limits.mailToAddress,
  ...(trier.device === null && { [fromKey('mail', trier.address)]: limits.mailFromAddress }),
})
/** The counter that all callers without a known device share. */
export const mailCounter = (kind: string, email: string): Record<string, Limit> => ({
  [`mail:${kind}:${email}`]: limits.mailFromAnywhere,
})

/** The key for wrong passwords from everywhere. The keys for each network and device add a space and a suffix. */
export const signInKey = (email: string): string => `sign-in:${email}`
export const claimKey = (accountId: string): string => `claim:${accountId}`
/** Separate from letters that people request for themselves, whose limit a guessing stranger must not use up. */
export const claimMailKey = (email: string): string => `claim-mail:${email}`
export const fromKey = (what: 'sign-in' | 'sign-up' | 'mail' | 'claim', address: string): string =>
  `${what}-from:${networkOf(address)}`
