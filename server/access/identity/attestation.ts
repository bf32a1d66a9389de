import { createHash } from 'node:crypto'
import {
  createRemoteJWKSet,
  type CryptoKey,
  decodeJwt,
  errors,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { Attestation } from '#contract/callable.ts'
import type { Database } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { newId } from '#server/platform/ids.ts'
import { spend } from './spendingQueries.ts'
import { algorithm, keyRing } from './signingKeys.ts'
import { audience } from './tokens.ts'

/** The attestation settings (`APP_CHECK…` and `TURNSTILE…`). */
export type AttestationSettings = {
  /** `off` checks nothing, `monitor` only logs, `enforce` refuses functions that require a token. */
  readonly mode: 'off' | 'monitor' | 'enforce'
  /**
   * A hosted App Check project whose tokens are accepted beside Lantern's own: its number, and the address of its keys.
   */
  readonly hosted?: { readonly project: string; readonly keys: string } | undefined
  /** Turnstile, as another way to earn a token than the proof of work. */
  readonly turnstile?: { readonly secret: string; readonly siteKey: string; readonly url: string } | undefined
}

export type AttestationTools = {
  readonly database: Database
  readonly publicUrl: string
  readonly settings: AttestationSettings
  /** The real time. */
  readonly clock?: (() => Date) | undefined
}

/** The lifetime of an attestation token in seconds (wire D). */
export const attestationLifeSeconds = 3600
/** The app that Lantern's own tokens attest, in the client's naming. */
const appId = 'lantern-web'
const ownAudience = `projects/${audience}`
const hostedIssuer = 'https://firebaseappcheck.googleapis.com/'
const toleranceSeconds = 5
/** The maximum length of a token in characters. Hosted tokens are shorter than a kilobyte. */
const longestToken = 4_096
/** The token that the official client sends if it could get none (wire B2). It counts as missing. */
const dummyToken = 'eyJlcnJvciI6IlVOS05PV05fRVJST1IifQ=='

/** Issues a token for a caller who has given a proof; `by` tells which kind (`amr`). */
export const issueAttestation = async (
  { database, publicUrl, clock }: AttestationTools,
  by: 'altcha' | 'turnstile',
): Promise<string> => {
  const { signing } = await keyRing(database).keys()
  const at = Math.floor((clock?.() ?? new Date()).getTime() / 1000)
  return new SignJWT({ amr: [by] })
    .setProtectedHeader({ alg: algorithm, kid: signing.id, typ: 'JWT' })
    .setIssuer(publicUrl)
    .setAudience([ownAudience])
    .setSubject(appId)
    .setIssuedAt(at)
    .setExpirationTime(at + attestationLifeSeconds)
    .setJti(newId())
    .sign(signing.key)
}

type Issuer = { audience: string; key: JWTVerifyGetKey }

const ownKey =
  (database: Database) =>
  async ({ kid }: JWTHeaderParameters): Promise<CryptoKey> => {
    const key = kid === undefined ? undefined : await keyRing(database).verifyingKey(kid)
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }

/** The accepted issuers of tokens, by name. */
const issuersOf = ({ database, publicUrl, settings: { hosted } }: AttestationTools): ReadonlyMap<string, Issuer> =>
  new Map([
    [publicUrl, { audience: ownAudience, key: ownKey(database) }],
    ...(hosted
      ? [
          [
            `${hostedIssuer}${hosted.project}`,
            { audience: `projects/${hosted.project}`, key: createRemoteJWKSet(new URL(hosted.keys)) },
          ] as const,
        ]
      : []),
  ])

type Verified = { key: string; expiresAt: Date }

const idOf = (token: string, { iss = '', jti }: JWTPayload): string =>
  `token:${iss} ${jti ?? createHash('sha256').update(token).digest('base64url')}`

const issuerOf = (token: string): string => {
  try {
    return decodeJwt(token).iss ?? ''
  } catch {
    return ''
  }
}

export type Attester = {
  /**
   * True if a request may go on with the attestation token that came with it. A token that counts once is used up. A
   * request goes on in any case if no token is required or attestation is not enforced; a bad token is logged.
   */
  attest(token: unknown, need: Attestation | undefined, name: string): Promise<boolean>
}

/** Checks the attestation tokens of requests (wire A3, D). */
export const openAttester = (tools: AttestationTools): Attester => {
  const { database, settings } = tools
  const issuers = issuersOf(tools)

  const verify = async (token: string, now: Date): Promise<Verified | null> => {
    const issuer = token.length > longestToken ? undefined : issuers.get(issuerOf(token))
    if (!issuer) return null
    try {
      const { payload } = await jwtVerify(token, issuer.key, {
        algorithms: [algorithm],
        typ: 'JWT',
        issuer: issuerOf(token),
        audience: issuer.audience,
        clockTolerance: toleranceSeconds,
        currentDate: now,
        requiredClaims: ['sub', 'iat', 'exp'],
      })
      if (!payload.sub) return null
      return { key: idOf(token, payload), expiresAt: new Date((payload.exp! + toleranceSeconds) * 1000) }
    } catch (error) {
      if (error instanceof errors.JWKSTimeout || error instanceof TypeError)
        log.warn({ err: error }, 'the keys of the hosted App Check can’t be reached')
      else if (!(error instanceof errors.JOSEError)) throw error
      return null
    }
  }

  const judge = async (token: unknown, need: Attestation | undefined) => {
    if (typeof token !== 'string' || token === dummyToken) return 'missing'
    const now = tools.clock?.() ?? new Date()
    const found = await verify(token, now)
    if (!found) return 'invalid'
    return need !== 'once' || (await spend(database.db, found.key, found.expiresAt, now)) ? 'valid' : 'used'
  }

  return {
    async attest(token, need, name) {
      if (settings.mode === 'off' || (need === undefined && token === undefined)) return true
      const verdict = await judge(token, need)
      if (verdict === 'valid') return true
      const isRefused = need !== undefined && settings.mode === 'enforce'
      if (need !== undefined || verdict !== 'missing')
        log[isRefused ? 'info' : 'warn'](
          { name, attestation: verdict, isRefused },
          'a request has no valid attestation',
        )
      return !isRefused
    },
  }
}
