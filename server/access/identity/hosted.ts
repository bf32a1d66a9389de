import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import * as z from 'zod'
import { Email } from '#contract/values.ts'
import type { Database, Db } from '#server/platform/db.ts'
import { askOutside } from '#server/platform/outgoing.ts'
import { hashOf } from './hash.ts'
import { findSignInOfRefresh, insertSignIn, type SignIn } from './queries.ts'
import { accountOf } from './providerSignIn.ts'
import { type Hosted, IdentityError } from './wire.ts'

/** The name of the service among the providers of sign-ins. */
const providerId = 'hosted'
/** The tolerated difference between clocks in seconds (wire B5). */
const toleranceSeconds = 5

/**
 * The maximum lifetime of a sign-in here: a year (wire B6). Within it, the service decides how long a person stays
 * signed in.
 */
const longestMs = 365 * 24 * 60 * 60_000
/** The maximum length of a token in characters. No valid token is longer. */
const longestToken = 4_096

const Claims = z.object({
  sub: z.string().min(1).max(128),
  auth_time: z.number(),
  iat: z.number(),
  exp: z.number(),
  email: z.string().optional(),
  email_verified: z.boolean().default(false),
  name: z.string().default(''),
  firebase: z
    .object({ sign_in_provider: z.string().max(100).default('custom') })
    .default({ sign_in_provider: 'custom' }),
})
type Claims = z.infer<typeof Claims>

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()
const keysAt = (address: string) => {
  const known =
    keySets.get(address) ??
    createRemoteJWKSet(new URL(address), {
      timeoutDuration: 8_000,
      [customFetch]: (url, { headers, signal }) => askOutside(url, { headers: Object.fromEntries(headers), signal }),
    })
  keySets.set(address, known)
  return known
}

const verify = async ({ project, issuer, keysUrl }: Hosted, token: string, now: Date): Promise<Claims | null> => {
  try {
    const { payload } = await jwtVerify(token, keysAt(keysUrl), {
      algorithms: ['RS256'],
      issuer,
      audience: project,
      clockTolerance: toleranceSeconds,
      currentDate: now,
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    })
    const claims = Claims.safeParse(payload)
    return claims.success ? claims.data : null
  } catch (error) {
    // While the service can't be reached, none of its tokens are accepted.
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

const cleanName = (name: string): string =>
  name
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .normalize('NFC')
    .slice(0, 200)

const openFor = async (db: Db, { issuer }: Hosted, claims: Claims, key: string, now: Date): Promise<SignIn | null> => {
  const address = Email.safeParse(claims.email)
  const arrival = {
    providerId,
    issuer,
    subject: claims.sub,
    email: address.success ? address.data : '',
    isEmailVerified: address.success && claims.email_verified,
    name: cleanName(claims.name),
  }
  const account = await accountOf(db, { now, language: null, mayCreate: true }, arrival)
  if (!account || account instanceof IdentityError || account.isDisabled) return null
  const authTime = new Date(claims.auth_time * 1000)
  return insertSignIn(db, {
    accountId: account.id,
    provider: claims.firebase.sign_in_provider,
    authTime,
    lastUsedAt: now,
    refreshHash: key,
    expiresAt: new Date(authTime.getTime() + longestMs),
  })
}

/** A verified token and its sign-in. The token is accepted again without verification until it expires. */
type SeenToken = { signInId: string; accountId: string; issuedAt: number; expiresAt: Date }
/** Verified tokens by the hash of the token. The number is limited, and the oldest entry is dropped first. */
const seenTokens = new WeakMap<Database, Map<string, SeenToken>>()
const rememberedTokens = 5_000

/**
 * The sign-in of a token of the hosted service, opened here when it is first seen. So it appears in the list of
 * sign-ins, and ending it takes effect at once, whatever the service says. Null if the token is not valid, or if it
 * can't be decided whose account it is: only an address verified by the service finds one (wire B9).
 */
export const signInOfHosted = async (
  database: Database,
  hosted: Hosted,
  token: string,
  now: Date,
): Promise<SeenToken | null> => {
  if (token.length > longestToken) return null
  const tokens = seenTokens.get(database) ?? new Map<string, SeenToken>()
  seenTokens.set(database, tokens)
  const id = hashOf(`${hosted.issuer} ${hosted.project} ${token}`)
  const seen = tokens.get(id)
  if (seen && seen.issuedAt * 1000 <= now.getTime() + toleranceSeconds * 1000 && now < seen.expiresAt) return seen
  tokens.delete(id)
  const claims = await verify(hosted, token, now)
  if (!claims) return null
  const key = hashOf(`${hosted.issuer} ${claims.sub} ${claims.auth_time}`)
  const find = () => findSignInOfRefresh(database.db, key)
  const open = () =>
    database
      .transaction(db => openFor(db, hosted, claims, key, now))
      .catch(async (error: unknown) => {
        if (await find()) return null
        throw error
      })
  // Of two first calls at the same moment, one finds the sign-in that the other has opened.
  const signIn = (await find()) ?? (await open()) ?? (await find())
  if (!signIn) return null
  const { id: signInId, accountId } = signIn
  const found = { signInId, accountId, issuedAt: claims.iat, expiresAt: new Date(claims.exp * 1000) }
  tokens.set(id, found)
  if (tokens.size > rememberedTokens) tokens.delete(tokens.keys().next().value!)
  return found
}
