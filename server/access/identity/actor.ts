import { decodeJwt } from 'jose'
import type { Role } from '#contract/callable.ts'
import type { Database } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/functions.ts'
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
  }
}

/**
 * Who a bearer token stands for, and the roles it claims. Null when the token is not ours, has expired, or belongs to
 * a sign-in that has ended or an account that is disabled; one statement asks the database each time, so revocations
 * and changes of role work at once. An outage of the database is thrown as it is.
 */
export const authenticate = async (
  database: Database,
  settings: { publicUrl: string; hosted?: Hosted | undefined },
  bearerToken: string,
  now: Date = new Date(),
): Promise<{ actor: Actor; claimedRoles: Role[]; issuedAt: number } | null> => {
  const { publicUrl, hosted } = settings
  if (hosted && issuerIn(bearerToken) === hosted.issuer) return byHosted(database, hosted, bearerToken, now)
  const claims = await verifyToken(database, publicUrl, bearerToken, now)
  if (typeof claims === 'string') return null
  const [found] = await actorLookups(database.db).bySignIn.execute({
    signInId: claims.signInId,
    accountId: claims.accountId,
    now,
  })
  return found ? { actor: actorOf(found, now), claimedRoles: claims.roles, issuedAt: claims.issuedAt } : null
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
const byHosted = async (database: Database, hosted: Hosted, token: string, now: Date) => {
  const seen = await signInOfHosted(database, hosted, token, now)
  if (!seen) return null
  const { id: signInId, accountId } = seen.signIn
  const [found] = await actorLookups(database.db).bySignIn.execute({ signInId, accountId, now })
  if (!found) return null
  const actor = actorOf(found, now)
  return { actor, claimedRoles: [...actor.roles], issuedAt: seen.issuedAt }
}

/**
 * Who the value of a `__session` cookie stands for, null when nobody. Only for GET downloads, event streams and
 * pictures: never for what changes something (wire C3).
 */
export const authenticateCookie = async (
  database: Database,
  cookieValue: string,
  now: Date = new Date(),
): Promise<Actor | null> => {
  const [found] = await actorLookups(database.db).byCookie.execute({ cookieHash: hashOf(cookieValue), now })
  return found ? actorOf(found, now) : null
}
