import { decodeJwt } from 'jose'
import type { Role } from '#contract/callable.ts'
import type { Database } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Callers, Known } from './callers.ts'
import { hashOf } from './hash.ts'
import { signInOfHosted } from './hosted.ts'
import { actorLookups } from './queries.ts'
import { isHeldBack, missingFactorBy, rolesNow } from './staffRoles.ts'
import { inOrder, verifyToken } from './tokens.ts'
import type { Hosted } from './wire.ts'

type Found = Awaited<ReturnType<ReturnType<typeof actorLookups>['bySignIn']['execute']>>[number]

const actorOf = (found: Found, now: Date): Actor => {
  const held = { roles: found.roles, secondFactorBy: missingFactorBy(found, found) }
  return {
    accountId: found.accountId,
    personId: found.personId,
    signInId: found.signInId,
    signedInAt: found.authTime,
    email: found.email,
    name: found.personName ?? found.displayName,
    language: found.language,
    isVerified: found.isVerified,
    roles: found.isVerified ? inOrder(rolesNow(held, now)) : [],
    area: found.isVerified && !isHeldBack(held, now) ? found.area : null,
    secondFactorBy: held.secondFactorBy,
  }
}

/**
 * The actor, and the earliest time at which it may change without any write: the sign-in, a role or the grace period
 * for a second factor ends.
 */
const knownOf = (found: Found, now: Date, cookieExpiresAt: Date | null): Known => {
  const ends = [found.expiresAt, found.roleEndsAt, found.secondFactorBy, cookieExpiresAt]
  const ahead = ends.flatMap(end => (end && end > now ? [end.getTime()] : []))
  return { actor: actorOf(found, now), until: ahead.length > 0 ? new Date(Math.min(...ahead)) : null }
}

const findIn = async (
  callers: Callers | undefined,
  proof: string,
  now: Date,
  look: () => Promise<Known | null>,
): Promise<Actor | null> => (callers ? callers.find(proof, now, look) : ((await look())?.actor ?? null))

/** The actor of a sign-in; null if it has ended or its account is disabled. */
const actorOfSignIn = (
  database: Database,
  callers: Callers | undefined,
  signInId: string,
  accountId: string,
  now: Date,
): Promise<Actor | null> =>
  findIn(callers, `${signInId} ${accountId}`, now, async () => {
    const [found] = await database.reading(db => actorLookups(db).bySignIn.execute({ signInId, accountId, now }))
    return found ? knownOf(found, now, null) : null
  })

/**
 * The actor of a bearer token, and the roles that the token claims. Null if the token was not issued by a trusted
 * issuer, has expired, or belongs to a sign-in that has ended or a disabled account. Without `callers` the database is
 * asked each time, with one statement; with them, only if the caller isn't cached. An outage of the database is thrown
 * as it is.
 */
export const authenticate = async (
  database: Database,
  settings: { publicUrl: string; hosted?: Hosted | undefined; callers?: Callers | undefined },
  bearerToken: string,
  now: Date = new Date(),
): Promise<{ actor: Actor; claimedRoles: Role[]; issuedAt: number } | null> => {
  const { publicUrl, hosted, callers } = settings
  if (hosted && issuerIn(bearerToken) === hosted.issuer) return byHosted(database, hosted, callers, bearerToken, now)
  const claims = await verifyToken(database, publicUrl, bearerToken, now)
  if (typeof claims === 'string') return null
  const actor = await actorOfSignIn(database, callers, claims.signInId, claims.accountId, now)
  return actor ? { actor, claimedRoles: claims.roles, issuedAt: claims.issuedAt } : null
}

/** The issuer that a token claims, which decides whose key has to verify it. */
const issuerIn = (token: string): string | undefined => {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}

/**
 * The same for a token of the hosted service. It proves who calls; the roles come from the database, so they can't be
 * stale.
 */
const byHosted = async (database: Database, hosted: Hosted, callers: Callers | undefined, token: string, now: Date) => {
  const seen = await signInOfHosted(database, hosted, token, now)
  const actor = seen && (await actorOfSignIn(database, callers, seen.signInId, seen.accountId, now))
  return actor ? { actor, claimedRoles: [...actor.roles], issuedAt: seen.issuedAt } : null
}

/**
 * The actor of a `__session` cookie's value; null if it is not valid. Use it only for GET downloads, event streams and
 * pictures, never for writes (wire C3).
 */
export const authenticateCookie = async (
  database: Database,
  cookieValue: string,
  now: Date = new Date(),
  callers?: Callers,
): Promise<Actor | null> => {
  const cookieHash = hashOf(cookieValue)
  return findIn(callers, cookieHash, now, async () => {
    const [found] = await database.reading(db => actorLookups(db).byCookie.execute({ cookieHash, now }))
    return found ? knownOf(found, now, found.cookieExpiresAt) : null
  })
}
