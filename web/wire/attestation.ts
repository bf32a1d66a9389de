import type { Challenge, Solution } from 'altcha-lib/types'
import { CallError } from '#web/wire/callError.ts'

/** The token that tells the school that the caller's program has given a proof (wire D). */
export type AttestationToken = { token: string; expireTimeMillis: number }

type Asked = Challenge | { turnstile: { siteKey: string; url: string } }

const failed = (error: unknown): never => {
  if (error instanceof CallError) throw error
  throw new CallError('internal', String(error), null, false)
}
/** The error for a proof that was rejected or can't be given here. */
export const refused = (message: string): CallError =>
  new CallError('unauthenticated', message, { reason: 'NOT_ATTESTED' }, true)

/** The timeout for fetching a challenge, in milliseconds. After it, the caller goes on without a token. */
const askTimeoutMs = 10_000

/** An unsolved challenge; it may be used for `keptMs` after it was fetched. */
let waiting: { asked: Asked | null; at: number } | null = null
const keptMs = 60_000

const ask = async (): Promise<Asked | null> => {
  const response = await fetch('/v1/attest/challenge', {
    cache: 'no-store',
    signal: AbortSignal.timeout(askTimeoutMs),
  }).catch(failed)
  if (response.status === 204) return null
  if (!response.ok) throw new CallError('unavailable', `attestation ${response.status}`, null, true)
  return (await response.json()) as Asked
}

/** Returns true if the school asks for attestation at all. */
export const isAttestationAsked = async (): Promise<boolean> => {
  if (!waiting || Date.now() - waiting.at > keptMs) waiting = { asked: await ask(), at: Date.now() }
  return waiting.asked !== null
}

/** Solves a challenge in a worker, off the main thread. */
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

/** Returns a new token for a new proof, or null if the school doesn't ask for one. Throws a CallError. */
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
    signal: AbortSignal.timeout(askTimeoutMs),
  }).catch(failed)
  if (response.status >= 500) throw new CallError('unavailable', `attestation ${response.status}`, null, true)
  if (!response.ok) throw refused(`attestation ${response.status}`)
  const { token, ttl } = (await response.json()) as { token: string; ttl: string }
  return { token, expireTimeMillis: Date.now() + Number.parseInt(ttl, 10) * 1000 }
}
