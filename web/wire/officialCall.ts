import { Component } from '@firebase/component'
import { _registerComponent, FirebaseError } from 'firebase/app'
import { getFunctions, httpsCallable, type FunctionsError } from 'firebase/functions'
import type { Code } from '#contract/errors.ts'
import { callTimeoutMs } from '#contract/callable.ts'
import { CallError, worded } from '#web/wire/callError.ts'
import { signedUpDevice } from '#web/wire/device.ts'
import { app, refreshClaims } from '#web/session/identity.ts'

// The client asks this one for its messaging token, and sends it where notifications are allowed (wire C5).
const isPrivate = 'PRIVATE' as Component['type']
_registerComponent(
  new Component('messaging-internal', () => ({ getToken: async () => signedUpDevice()?.id ?? '' }), isPrivate),
)
const functions = getFunctions(app, `${location.origin}/fn`)

const once = async (name: string, data: unknown, limitedUseAppCheckTokens?: boolean): Promise<unknown> => {
  try {
    return (
      await httpsCallable(functions, name, {
        timeout: callTimeoutMs,
        ...(limitedUseAppCheckTokens && { limitedUseAppCheckTokens }),
      })(data)
    ).data
  } catch (error) {
    if (!(error instanceof FirebaseError)) throw error
    const { code, message, details, customData } = error as FunctionsError
    const plain = code.replace(/^functions\//, '') as Code
    // A failed network is 'internal' with HTTP status 0, which only the message tells (wire A7).
    const answered =
      plain !== 'deadline-exceeded' && !(plain === 'internal' && (message.endsWith('[0]') || !navigator.onLine))
    throw await worded(new CallError(plain, message, details ?? customData?.['details'], answered))
  }
}

const wantsNewToken = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'unauthenticated' || error.reason === 'STALE_CLAIMS')

/**
 * Calls by the official client; once more with forced tokens if the old ones were refused or are out of date. Only
 * writes may ask for attestation, so that reading loads nothing of it.
 */
export const officialCall = async (name: string, data: unknown, isWrite: boolean): Promise<unknown> => {
  const attempt = async (isAnew: boolean) => {
    if (!isWrite) return once(name, data)
    const { attestedOfficially } = await import('./attestedCalls.ts')
    const attest = async (isOnce: boolean) => (await import('./officialAttestation.ts')).attest(app, { isOnce, isAnew })
    return attestedOfficially(name, attest, isOnce => once(name, data, isOnce))
  }
  try {
    return await attempt(false)
  } catch (error) {
    if (!wantsNewToken(error)) throw error
    await refreshClaims().catch(() => {
      throw error
    })
    return attempt(true)
  }
}
