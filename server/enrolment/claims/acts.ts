import { sql } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import { isClaimable } from './policy.ts'
import { grantParents, joinPerson } from '#server/access/users/acts.ts'

/** Deletes the registration draft of an account. */
export type ForgetDraft = (db: Db, accountId: string) => Promise<void>

/**
 * Links an account to a person on file who has no account yet. Where the person has one by now, changes nothing and
 * returns null. Grants the parent's role and deletes the account's registration draft, since what the school has on
 * file replaces it. The caller has locked the account.
 */
export const joinAccount = async (
  db: Db,
  forgetDraft: ForgetDraft,
  { accountId, personId, email, at }: { accountId: string; personId: string; email: string; at: Date },
): Promise<{ householdId: string } | null> => {
  const [person] = await rows<{ householdId: string }>(
    db,
    sql`select (select s.household_id from guardianships g join students s on s.id = g.student_id where g.guardian_id = p.id and g.has_data_access and s.archived_at is null
      order by s.created_at, s.id limit 1) as "householdId" from persons p where p.id = ${personId}::uuid and ${isClaimable} for update of p`,
  )
  if (!person) return null
  if (!(await joinPerson(db, personId, accountId, email))) return null
  await grantParents(db, [personId], at)
  await forgetDraft(db, accountId)
  return person
}

/**
 * True where the school has a person with the account's address whose family the account has neither claimed nor
 * declined. Registering as new would create the family twice.
 */
export const isOffered = async (db: Db, accountId: string, email: string): Promise<boolean> =>
  (
    await rows<{ found: boolean }>(
      db,
      sql`select exists (select 1 from persons p where p.email = ${email} and p.email <> '' and ${isClaimable}
        and not exists (select 1 from family_claims k where k.account_id = ${accountId}::uuid and k.person_id = p.id and k.status = 'declined')) as found`,
    )
  )[0]!.found

/** True where an account has said that none of the people with its address is them. */
export const hasDeclined = async (db: Db, accountId: string): Promise<boolean> =>
  (
    await rows<{ found: boolean }>(
      db,
      sql`select exists (select 1 from family_claims k where k.account_id = ${accountId}::uuid and k.status = 'declined') as found`,
    )
  )[0]!.found
