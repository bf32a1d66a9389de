import type { User } from '@firebase/auth'
import { callTimeoutMs, tokenSyncFreshnessMs } from '#contract/callable.ts'

const path = '/__session'
let posted: string | null | undefined
let running: Promise<void> = Promise.resolve()

const sync = async (user: User | null): Promise<void> => {
  if (!isSecureContext) return
  try {
    if (!user) {
      if (posted === null) return
      posted = null
      await fetch(path, { method: 'DELETE', signal: AbortSignal.timeout(callTimeoutMs) })
      return
    }
    const { token, issuedAtTime } = await user.getIdTokenResult()
    if (token === posted || Date.now() - Date.parse(issuedAtTime) > tokenSyncFreshnessMs) return
    posted = token
    await fetch(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(callTimeoutMs),
    })
  } catch {
    posted = undefined
  }
}

/**
 * Keeps the session cookie in step with the sign-in: posts each fresh token once and deletes the cookie at sign-out.
 * Failures are ignored, since the cookie serves downloads and live updates and must never block a sign-in (wire C3).
 */
export const syncToken = (user: User | null): Promise<void> => {
  running = running.then(() => sync(user))
  return running
}

/** Resolves once the cookie matches the sign-in as known so far. */
export const tokenSynced = (): Promise<void> => running
