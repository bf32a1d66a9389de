import { createHmac, randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'
import { log } from '#server/platform/log.ts'
import type { AttestationTools } from './attestation.ts'
import { spend } from './spendingQueries.ts'
import { keyRing } from './signingKeys.ts'

/**
 * A fraction of a second on any device, and a thousand times as much for anyone who makes a thousand accounts (wire D).
 */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 1000, rounds: { least: 1000, most: 2000 } } as const
/** The lifetime of a challenge in milliseconds, within which it must be solved. */
const challengeLifeMs = 2 * 60_000
const askTimeoutMs = 10_000

/** The reason why a proof is refused. */
export type Refused = 'EXPIRED_CHALLENGE' | 'INVALID_SOLUTION' | 'USED_SOLUTION' | 'PROOF_UNAVAILABLE'

const secretOf = async ({ database }: AttestationTools): Promise<string> =>
  createHmac('sha256', (await keyRing(database).keys()).seed)
    .update('attestation')
    .digest('base64url')

/** A challenge that any process of the school can verify. */
export const newChallenge = async (tools: AttestationTools, now: Date): Promise<object> =>
  createChallenge({
    algorithm: work.algorithm,
    cost: work.cost,
    counter: randomInt(work.rounds.least, work.rounds.most + 1),
    deriveKey,
    expiresAt: new Date(now.getTime() + challengeLifeMs),
    hmacSignatureSecret: await secretOf(tools),
  })

const hex = (length: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${length}}$`)))
const short = z.string().check(z.maxLength(64))

/** One of Lantern's challenges with its solution, in the library's format. */
export const Solved = z.object({
  challenge: z.object({
    parameters: z.strictObject({
      algorithm: short,
      cost: z.int(),
      expiresAt: z.int(),
      keyLength: z.int(),
      keyPrefix: short,
      nonce: short,
      salt: short,
    }),
    signature: hex(64),
  }),
  solution: z.object({ counter: z.int().check(z.gte(0), z.lte(2 ** 32 - 1)), derivedKey: hex(64) }),
})

/**
 * Checks a solution and uses it up, because the library alone would accept it again and again. Returns null if it is
 * valid, else the reason why not.
 */
export const takeSolution = async (
  tools: AttestationTools,
  { challenge, solution }: z.infer<typeof Solved>,
  now: Date,
): Promise<Refused | null> => {
  const { parameters } = challenge
  const expiresAt = new Date(parameters.expiresAt * 1000)
  if (expiresAt <= now) return 'EXPIRED_CHALLENGE'
  const { verified, expired } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: await secretOf(tools),
  })
  if (!verified) return expired ? 'EXPIRED_CHALLENGE' : 'INVALID_SOLUTION'
  const { db } = tools.database
  return (await spend(db, `solution:${challenge.signature}`, expiresAt, now)) ? null : 'USED_SOLUTION'
}

const Verdict = z.object({ success: z.boolean() })

/**
 * Asks Turnstile to verify a token of its widget, which it accepts once. Returns null if it is valid, else the reason
 * why not.
 */
export const takeTurnstile = async (
  { settings }: AttestationTools,
  token: string,
  address: string,
): Promise<Refused | null> => {
  if (!settings.turnstile) return 'INVALID_SOLUTION'
  const { secret, url } = settings.turnstile
  try {
    const answer = await fetch(new URL('/turnstile/v0/siteverify', url), {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: address }),
      signal: AbortSignal.timeout(askTimeoutMs),
    })
    return Verdict.parse(await answer.json()).success ? null : 'INVALID_SOLUTION'
  } catch (error) {
    log.warn({ err: error }, 'Turnstile can’t be reached')
    return 'PROOF_UNAVAILABLE'
  }
}
