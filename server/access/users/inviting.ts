import { sql, type SQL } from 'drizzle-orm'
import type { Invitations, Uninvited } from '#contract/access/users.inviting.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/functions.ts'
import type { Scope } from '#server/platform/scope.ts'
import { byName } from '#server/platform/sorting.ts'
import { oneOf } from '#server/platform/keys.ts'
import { inviteAll } from '#server/access/identity/jobs.ts'
import { isLive } from './tables.ts'

/** A person who shall be invited, and what speaks against it before their account and address are looked at. */
export type Invitee = { personId: string; barred: Uninvited | null }

type Found = { id: string; name: string; nativeName: string; email: string; isAgain: boolean; reason: Uninvited | null }

/**
 * Who of these people would be written how to sign in, and who is left out and why: people who may not, are suspended
 * or have signed in already, or have no address, or one of somebody else's account. Those whose last letter
 * could not be delivered are left out, too, unless `evenBounced`.
 */
export const sortOutInvitations = async (
  db: Db,
  people: readonly Invitee[],
  { evenBounced = false }: { evenBounced?: boolean | undefined },
): Promise<Invitations> => {
  const asked = people.map(({ personId, barred }) => ({ person_id: personId, barred }))
  const found = await rows<Found>(
    db,
    sql`
    select p.id, p.name, p.native_name as "nativeName", coalesce(a.email, p.email) as email, a.id is not null as "isAgain",
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
  // An address opens one account: of two who share theirs one is invited.
  const taken = new Set<string>()
  const decided = found.map(person => {
    if (person.reason !== null) return person
    if (taken.has(person.email)) return { ...person, reason: 'EMAIL_TAKEN' as const }
    taken.add(person.email)
    return person
  })
  return {
    send: byName(decided)
      .filter(({ reason }) => reason === null)
      .map(({ id, name, nativeName, email, isAgain }) => ({ id, name, nativeName, email, isAgain })),
    kept: byName(decided).flatMap(({ id, name, nativeName, reason }) =>
      reason === null ? [] : [{ id, name, nativeName, reason }],
    ),
  }
}

/** Invites those whom a preview named, unless there would be another number of letters by now. */
export const inviteAgreed = async (
  context: Pick<Context<unknown>, 'enqueue' | 'touch'>,
  { send }: Invitations,
  agreed: number,
): Promise<{ invited: number }> => {
  if (send.length !== agreed) throw conflict('AUDIENCE_CHANGED', 'There would be another number of letters by now.')
  await inviteAll(
    context,
    send.map(({ id }) => id),
  )
  context.touch(['users', 'parents', 'teachers'], [])
  return { invited: send.length }
}

/** Those of these accounts that are nobody's yet: there is nothing to invite them to. */
const listUnknown = (db: Db, seen: Scope<'accounts'>, ids: readonly string[]): Promise<Invitations['kept']> =>
  rows(
    db,
    sql`select accounts.id, coalesce(nullif(accounts.display_name, ''), accounts.email) as name, '' as "nativeName", 'NO_ROLE' as reason
      from accounts where ${seen} and ${oneOf(sql`accounts.id`, ids)} and not exists (select 1 from persons p where p.account_id = accounts.id) order by 2`,
  )

/** What inviting the people of these accounts would do. */
export const sortOutAccounts = async (
  db: Db,
  seen: Scope<'accounts'>,
  { ids, evenBounced }: { ids: readonly string[]; evenBounced?: boolean | undefined },
): Promise<Invitations> => {
  const { send, kept } = await sortOutInvitations(db, await inviteesOf(db, seen, ids), { evenBounced })
  return { send, kept: [...kept, ...(await listUnknown(db, seen, ids))] }
}

/** The people of these accounts, who are invited to what they have a role for. */
const inviteesOf = (db: Db, seen: Scope<'accounts'>, ids: readonly string[]): Promise<Invitee[]> => {
  const hasRole: SQL = sql`exists (select 1 from role_grants g where g.person_id = p.id and ${isLive('g')})`
  return rows(
    db,
    sql`select p.id as "personId", case when not ${hasRole} then 'NO_ROLE' end as barred
      from accounts join persons p on p.account_id = accounts.id where ${seen} and ${oneOf(sql`accounts.id`, ids)}`,
  )
}
