import { sql, type SQL } from 'drizzle-orm'
import type { Invitations, Uninvited } from '#contract/access/users.inviting.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isLive } from './tables.ts'

/** A person to invite, and the reason against it that is known before their account and address are checked. */
export type Invitee = { personId: string; barred: Uninvited | null }

type Found = { id: string; name: string; nativeName: string; email: string; isAgain: boolean; reason: Uninvited | null }

/**
 * These people with the address that a letter would go to, and the reason against inviting them, if any. People who
 * have an account come first.
 */
export const listInvitees = (db: Db, people: readonly Invitee[], evenBounced: boolean): Promise<Found[]> => {
  const asked = people.map(({ personId, barred }) => ({ person_id: personId, barred }))
  return rows<Found>(
    db,
    sql`
    select p.id, p.name, p.native_name, coalesce(a.email, p.email) as email, a.id is not null as "isAgain",
      case when asked.barred is not null then asked.barred
        when a.is_disabled then 'ACCOUNT_SUSPENDED'
        when a.is_verified and (a.password_hash is not null or a.last_sign_in_at is not null) then 'HAS_ACCOUNT'
        when coalesce(a.email, p.email) = '' then 'NO_EMAIL'
        when a.id is null and exists (select 1 from accounts o join persons q on q.account_id = o.id where o.email = p.email) then 'EMAIL_TAKEN'
        when not ${evenBounced} and (select m.status from mails m where m."to" = coalesce(a.email, p.email) order by m.queued_at desc, m.id desc limit 1) = 'failed' then 'MAIL_BOUNCED'
      end as reason
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (person_id uuid, barred text)
      join persons p on p.id = asked.person_id left join accounts a on a.id = p.account_id
    order by a.id is null, p.id`,
  )
}

/** Those of these accounts that belong to no person: there is nothing to invite them to. */
export const listUnknown = (db: Db, seen: Scope<'accounts'>, ids: readonly string[]): Promise<Invitations['kept']> =>
  rows(
    db,
    sql`select accounts.id, coalesce(nullif(accounts.display_name, ''), accounts.email) as name, '' as "nativeName", 'NO_ROLE' as reason
      from accounts where ${seen} and ${oneOf(sql`accounts.id`, ids)} and not exists (select 1 from persons p where p.account_id = accounts.id) order by 2`,
  )

const hasRole: SQL = sql`exists (select 1 from role_grants g where g.person_id = p.id and ${isLive('g')})`

/** The person with this account id or person id, barred if they have no role. */
export const findInvitee = async (db: Db, seen: Scope<'accounts'>, id: string): Promise<Invitee | undefined> =>
  (
    await rows<Invitee>(
      db,
      sql`select p.id as "personId", case when not ${hasRole} then 'NO_ROLE' end as barred
        from persons p left join accounts on accounts.id = p.account_id where ${seen} and (p.id = ${id}::uuid or accounts.id = ${id}::uuid)`,
    )
  )[0]

/** The people of these accounts, barred if they have no role. */
export const inviteesOf = (db: Db, seen: Scope<'accounts'>, ids: readonly string[]): Promise<Invitee[]> =>
  rows(
    db,
    sql`select p.id as "personId", case when not ${hasRole} then 'NO_ROLE' end as barred
      from accounts join persons p on p.account_id = accounts.id where ${seen} and ${oneOf(sql`accounts.id`, ids)}`,
  )
