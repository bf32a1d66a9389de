import { eq, sql, type SQL } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { isStaff } from '#server/access/users/tables.ts'
import { familyClaims } from './tables.ts'

/** An account's own claims, whatever roles it has. */
export const ownClaims = (actor: Actor): Scope<'family_claims'> =>
  scopeOf('family_claims', eq(familyClaims.accountId, sql`${actor.accountId}::uuid`))

/** Claims that the office answers. */
export const answeredClaims = (actor: Actor): Scope<'family_claims'> =>
  scope('family_claims', actor, { admin: everything, parent: nothing, teacher: nothing })

/**
 * True where the person `p` may be claimed: no account yet, no member of staff, and a guardian with data access to a
 * child who isn't archived.
 */
export const isClaimable: SQL = sql`(p.account_id is null and not ${isStaff(sql`p.id`)} and exists (select 1 from guardianships cg join students cs on cs.id = cg.student_id
  where cg.guardian_id = p.id and cg.has_data_access and cs.archived_at is null))`

/** People whom the caller may claim to be: those on file with the caller's own verified address. */
export const claimedByAddress = (actor: Actor): Scope<'persons'> =>
  scopeOf('persons', sql`(${isClaimable} and p.email = ${actor.email} and p.email <> '' and ${actor.isVerified})`)

/** The person to whom a code was sent, for the caller who has entered that code. */
export const claimedByCode = (personId: string): Scope<'persons'> =>
  scopeOf('persons', sql`(${isClaimable} and p.id = ${personId}::uuid)`)

/** People whom the office may link to an account. */
export const claimable = (actor: Actor): Scope<'persons'> =>
  scope('persons', actor, { admin: isClaimable, parent: nothing, teacher: nothing })
