import { createHmac, randomBytes } from 'node:crypto'
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { type Role, roles } from '#contract/callable.ts'
import type { Database } from '#server/platform/db.ts'
import { algorithm, keyRing } from './signingKeys.ts'

export const audience = 'lantern'
/** The lifetime of an ID token in seconds (wire B5). */
export const tokenLifeSeconds = 900
/** The tolerated difference between clocks in seconds (wire B5). */
const toleranceSeconds = 5
/** The maximum number of verified tokens cached per school. The least recently used one is dropped first. */
const rememberedTokens = 5_000
/** The maximum length of a token in characters. None of Lantern's own is longer. */
const longestToken = 4_096

type TokenClaims = {
  readonly accountId: string
  readonly signInId: string
  /** Seconds since 1970. */
  readonly issuedAt: number
  readonly expiresAt: number
  readonly authTime: number
  /** In the order of the contract. */
  readonly roles: Role[]
}

type TokenHolder = {
  accountId: string
  signInId: string
  authTime: Date
  provider: string
  /** Null for a child who signs in with a badge. */
  email: string | null
  isVerified: boolean
  name: string
  photoUrl: string | null
  roles: readonly Role[]
  /** When the staff roles end, or have ended, for lack of a second factor; null if none is required or missing. */
  secondFactorBy: Date | null
}

/**
 * Issues an ID token that is valid for 900 seconds (wire B5): RS256, with a `jti`, because two tokens issued in the
 * same second would otherwise be identical and raise no event in the browser. Roles are top-level claims.
 */
export const issueToken = async (
  database: Database,
  publicUrl: string,
  holder: TokenHolder,
  now: Date,
): Promise<string> => {
  const { signing } = await keyRing(database).keys()
  const at = Math.floor(now.getTime() / 1000)
  return new SignJWT({
    user_id: holder.accountId,
    auth_time: Math.floor(holder.authTime.getTime() / 1000),
    ...(holder.email !== null && { email: holder.email }),
    email_verified: holder.isVerified,
    ...(holder.name === '' ? {} : { name: holder.name }),
    ...(holder.photoUrl === null ? {} : { picture: holder.photoUrl }),
    ...roleClaims(holder.isVerified ? holder.roles : []),
    ...(holder.secondFactorBy === null ? {} : { second_factor_by: Math.floor(holder.secondFactorBy.getTime() / 1000) }),
    sid: holder.signInId,
    firebase: { identities: holder.email === null ? {} : { email: [holder.email] }, sign_in_provider: holder.provider },
  })
    .setProtectedHeader({ alg: algorithm, kid: signing.id, typ: 'JWT' })
    .setIssuer(publicUrl)
    .setAudience(audience)
    .setSubject(holder.accountId)
    .setIssuedAt(at)
    .setExpirationTime(at + tokenLifeSeconds)
    .setJti(randomBytes(12).toString('base64url'))
    .sign(signing.key)
}

/** The role claims of a token: `{ parent: true }`. */
export const roleClaims = (held: readonly Role[]): Partial<Record<Role, true>> =>
  Object.fromEntries(inOrder(held).map(role => [role, true]))

/** Roles in the order of precedence of the specification (section 6). */
export const inOrder = (held: readonly Role[]): Role[] => roles.filter(role => held.includes(role))

type Remembered = { publicUrl: string; claims: TokenClaims }
const caches = new WeakMap<Database, Map<string, Remembered>>()

/**
 * Verifies an ID token: algorithm, signature, issuer, audience, subject, and expiry with 5 seconds of tolerance (wire
 * B5). Returns `expired` only for a token that was validly issued. Does not check whether its sign-in still holds.
 * Throws what the database throws if the keys are not cached.
 */
export const verifyToken = async (
  database: Database,
  publicUrl: string,
  token: string,
  now: Date,
): Promise<TokenClaims | 'expired' | 'invalid'> => {
  if (token.length > longestToken) return 'invalid'
  const cache = caches.get(database) ?? new Map<string, Remembered>()
  caches.set(database, cache)
  const known = cache.get(token)
  if (known?.publicUrl === publicUrl) {
    cache.delete(token)
    if (known.claims.expiresAt + toleranceSeconds <= now.getTime() / 1000) return 'expired'
    cache.set(token, known)
    return known.claims
  }
  const claims = await verifySignature(database, publicUrl, token, now)
  if (typeof claims === 'object') {
    cache.set(token, { publicUrl, claims })
    if (cache.size > rememberedTokens) cache.delete(cache.keys().next().value!)
  }
  return claims
}

const verifySignature = async (
  database: Database,
  publicUrl: string,
  token: string,
  now: Date,
): Promise<TokenClaims | 'expired' | 'invalid'> => {
  const keyId = keyIdOf(token)
  const key = keyId === undefined ? undefined : await keyRing(database).verifyingKey(keyId)
  if (!key) return 'invalid'
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      typ: 'JWT',
      issuer: publicUrl,
      audience,
      clockTolerance: toleranceSeconds,
      currentDate: now,
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time', 'sid', 'jti'],
    })
    return readClaims(payload)
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'expired'
    if (error instanceof errors.JOSEError) return 'invalid'
    throw error
  }
}

const keyIdOf = (token: string): string | undefined => {
  try {
    const { alg, kid } = decodeProtectedHeader(token)
    return alg === algorithm ? kid : undefined
  } catch {
    return undefined
  }
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const readClaims = (payload: JWTPayload): TokenClaims | 'invalid' => {
  const { sub, sid, iat, exp, auth_time: authTime } = payload
  if (typeof sub !== 'string' || !uuid.test(sub) || typeof sid !== 'string' || !uuid.test(sid)) return 'invalid'
  if (typeof iat !== 'number' || typeof exp !== 'number' || typeof authTime !== 'number') return 'invalid'
  return {
    accountId: sub,
    signInId: sid,
    issuedAt: iat,
    expiresAt: exp,
    authTime,
    roles: roles.filter(role => payload[role] === true),
  }
}

/** The public keys, including the previous one (wire B5). */
export const publishedKeys = async (database: Database): Promise<{ keys: object[] }> => ({
  keys: [...(await keyRing(database).keys()).published],
})

/** A new opaque secret of 256 bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * The refresh token that follows another one. It is derived with a secret of the server, so that two tabs that refresh
 * with the same token at the same time get the same successor (wire B6).
 */
export const refreshTokenAfter = async (database: Database, refreshToken: string): Promise<string> => {
  const { seed } = await keyRing(database).keys()
  return createHmac('sha256', seed).update(`refresh:${refreshToken}`).digest('base64url')
}
