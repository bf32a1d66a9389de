import { decodeJwt } from 'jose'
import type { Role } from '#contract/callable.ts'
import type { Database } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/functions.ts'
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

/** What is found, until the first moment at which it may be otherwise by itself: sign-in, role or days of grace end. */
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

/** Who a sign-in stands for, null when it has ended or its account is disabled. */
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
 * Who a bearer token stands for, and the roles it claims. Null when the token is not ours, has expired, or belongs to
 * a sign-in that has ended or an account that is disabled. Without `callers` one statement asks the database each time;
 * with them, only where it is not known from a moment ago. An outage of the database is thrown as it is.
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

/** Whose word a token says that it is: which of the trusted issuers has to prove it. */
const issuerIn = (token: string): string | undefined => {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}

/** The same for a token of the hosted service. It proves who calls; the roles are ours, so there are none to be old. */
const byHosted = async (database: Database, hosted: Hosted, callers: Callers | undefined, token: string, now: Date) => {
  const seen = await signInOfHosted(database, hosted, token, now)
  const actor = seen && (await actorOfSignIn(database, callers, seen.signInId, seen.accountId, now))
  return actor ? { actor, claimedRoles: [...actor.roles], issuedAt: seen.issuedAt } : null
}

/**
 * Who the value of a `__session` cookie stands for, null when nobody. Only for GET downloads, event streams and
 * pictures: never for what changes something (wire C3).
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
