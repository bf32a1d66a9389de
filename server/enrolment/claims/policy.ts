import { eq, sql, type SQL } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { isStaff } from '#server/access/users/tables.ts'
import { familyClaims } from './tables.ts'

/** Everybody has their own claims, whatever roles they hold. */
export const ownClaims = (actor: Actor): Scope<'family_claims'> =>
  scopeOf('family_claims', eq(familyClaims.accountId, sql`${actor.accountId}::uuid`))

/** What newcomers ask is answered by the office. */
export const answeredClaims = (actor: Actor): Scope<'family_claims'> =>
  scope('family_claims', actor, { admin: everything, parent: nothing, teacher: nothing })

/**
 * Whether the person `p` may be claimed: nobody's account yet, no member of staff, and a guardian who may see a child
 * that is here.
 */
export const isClaimable: SQL = sql`(p.account_id is null and not ${isStaff(sql`p.id`)} and exists (select 1 from guardianships cg join students cs on cs.id = cg.student_id
  where cg.guardian_id = p.id and cg.has_data_access and cs.archived_at is null))`

/** People whom somebody may say to be: those on file with their own verified address. */
export const claimedByAddress = (actor: Actor): Scope<'persons'> =>
  scopeOf('persons', sql`(${isClaimable} and p.email = ${actor.email} and p.email <> '' and ${actor.isVerified})`)

/** A person who has entered the code sent to this person may see whom it was sent to. */
export const claimedByCode = (personId: string): Scope<'persons'> =>
  scopeOf('persons', sql`(${isClaimable} and p.id = ${personId}::uuid)`)

/** People whom the office may join an account to. */
export const claimable = (actor: Actor): Scope<'persons'> =>
  scope('persons', actor, { admin: isClaimable, parent: nothing, teacher: nothing })
