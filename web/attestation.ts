import type { Challenge, Solution } from 'altcha-lib/types'
import type { Attestation } from '#contract/callable.ts'
import { attested } from '#web/attested.ts'
import { CallError, worded } from '#web/callError.ts'

/** What shows the school that the caller's program has given a proof (wire D). */
export type AttestationToken = { token: string; expireTimeMillis: number }

type Asked = Challenge | { turnstile: { siteKey: string; url: string } }

const failed = (error: unknown): never => {
  if (error instanceof CallError) throw error
  throw new CallError('internal', String(error), null, false)
}
/** The proof was given but isn't taken, or can't be given here. */
const refused = (message: string): CallError =>
  new CallError('unauthenticated', message, { reason: 'NOT_ATTESTED' }, true)

/** A challenge that nobody has solved yet; solving it must begin while it counts. */
let waiting: { asked: Asked | null; at: number } | null = null
const keptMs = 60_000

const ask = async (): Promise<Asked | null> => {
  const response = await fetch('/v1/attest/challenge', { cache: 'no-store' }).catch(failed)
  if (response.status === 204) return null
  if (!response.ok) throw new CallError('unavailable', `attestation ${response.status}`, null, true)
  return (await response.json()) as Asked
}

/** Whether the school asks for attestation at all. */
export const isAttestationAsked = async (): Promise<boolean> => {
  if (!waiting || Date.now() - waiting.at > keptMs) waiting = { asked: await ask(), at: Date.now() }
  return waiting.asked !== null
}

/** Does the work of a challenge, beside the page. */
const solve = (challenge: Challenge): Promise<Solution> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./proofWorker.ts', import.meta.url), { type: 'module' })
    const end = () => worker.terminate()
    worker.onmessage = ({ data }: MessageEvent<Solution | null>) => {
      end()
      if (data) resolve(data)
      else reject(refused('The challenge was not solved'))
    }
    worker.onerror = () => {
      end()
      reject(refused('The worker does not run'))
    }
    worker.postMessage(challenge)
  })

const proofFor = async (asked: Asked): Promise<object> =>
  'turnstile' in asked
    ? { turnstile: await (await import('./turnstile.ts')).turnstileToken(asked.turnstile) }
    : { challenge: asked, solution: await solve(asked) }

/** A new token for a new proof; null where the school asks for none. Throws a CallError. */
export const newAttestation = async (): Promise<AttestationToken | null> => {
  if (!(await isAttestationAsked())) return null
  const { asked } = waiting!
  waiting = null
  if (!asked) return null
  const proof = await proofFor(asked).catch((error: unknown) => {
    throw error instanceof CallError ? error : refused(String(error))
  })
  const response = await fetch('/v1/attest', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(proof),
  }).catch(failed)
  if (response.status >= 500) throw new CallError('unavailable', `attestation ${response.status}`, null, true)
  if (!response.ok) throw refused(`attestation ${response.status}`)
  const { token, ttl } = (await response.json()) as { token: string; ttl: string }
  return { token, expireTimeMillis: Date.now() + Number.parseInt(ttl, 10) * 1000 }
}

/** What a function asks for; only writes ask for anything. */
export const needOf = (name: string): Attestation | undefined => attested[name]

/** A token that would end on the way is no use. */
const marginMs = 60_000
let kept: AttestationToken | null = null

/**
 * The headers of a guest's call: with a token where the function asks for one, fetched then and not before. Without
 * one that can be had the call goes out all the same, and the school says no if it insists.
 */
export const attestationHeaders = async (name: string): Promise<Record<string, string>> => {
  const need = needOf(name)
  if (need === undefined) return {}
  try {
    if (!kept || kept.expireTimeMillis - Date.now() < marginMs) kept = await newAttestation()
  } catch {
    return {}
  }
  const { token } = kept ?? {}
  if (need === 'once') kept = null
  return token === undefined ? {} : { 'X-Firebase-AppCheck': token }
}

/** A refusal as what it is: where a function asks for attestation, the plain 401 (wire A3) speaks of that. */
export const asUnattested = async (name: string, error: unknown): Promise<unknown> =>
  error instanceof CallError && error.code === 'unauthenticated' && error.reason === null && needOf(name)
    ? worded(refused(error.message))
    : error
