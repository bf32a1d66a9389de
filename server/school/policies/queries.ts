import { and, eq, sql } from 'drizzle-orm'
import type { OfficePolicy, Signature } from '#contract/school/policies.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { isSignedBy } from './acts.ts'
import { policies, policyVersions } from './tables.ts'
import { isHouseholdAfter } from '#server/platform/nameOrder.ts'

/** A condition: true for active families, which are not archived and have an active student. */
const isActive = sql`households.archived_at is null and exists (select 1 from students s where s.household_id = households.id and s.archived_at is null)`

/** Every policy with its versions and the number of families who have signed, in one statement. */
export const listPolicies = (db: Db, kept: Scope<'policies'>): Promise<OfficePolicy[]> =>
  rows<OfficePolicy>(
    db,
    sql`
    with active as (select households.id from households where ${isActive}),
    newest as (select distinct on (c.kind, c.household_id) c.kind, c.version_id from consents c join active on active.id = c.household_id order by c.kind, c.household_id, c.signed_at desc, c.id desc)
    select policies.kind, policies.answer, policies.title, policies.native_title, policies.archived_at is not null as "isArchived",
      (select json_agg(json_build_object('id', v.id, 'number', v.number, 'text', v.text, 'nativeText', v.native_text, 'asksAgain', v.asks_again,
          'publishedAt', ${asInstant(sql`v.published_at`)}, 'publishedBy', coalesce(p.name, ''), 'publishedByNativeName', coalesce(p.native_name, ''),
          'signed', (select count(*) from newest where newest.version_id = v.id)) order by v.number desc)
        from policy_versions v left join persons p on p.id = v.published_by where v.kind = policies.kind) as versions,
      (select count(*)::int from active where ${isSignedBy(sql`active.id`)}) as signed,
      (select count(*)::int from active where not ${isSignedBy(sql`active.id`)}) as missing
    from policies where ${kept} order by policies.archived_at is not null, policies.position, policies.kind`,
  )

/** Locks a policy, so that two concurrent publications create two versions. */
export const lockPolicy = async (db: Db, kept: Scope<'policies'>, kind: string) => {
  const [found] = await db
    .select({ kind: policies.kind, archivedAt: policies.archivedAt })
    .from(policies)
    .where(and(kept, eq(policies.kind, kind)))
    .for('update')
  return found ?? null
}

export const updatePolicy = async (
  db: Db,
  kept: Scope<'policies'>,
  kind: string,
  values: Partial<Pick<typeof policies.$inferInsert, 'title' | 'nativeTitle' | 'archivedAt'>>,
): Promise<boolean> =>
  (
    await db
      .update(policies)
      .set(values)
      .where(and(kept, eq(policies.kind, kind)))
      .returning({ kind: policies.kind })
  ).length === 1

type NewVersion = Omit<typeof policyVersions.$inferInsert, 'id' | 'number'>
/** Adds the next version of a locked policy and returns its number. */
export const insertVersion = async (db: Db, version: NewVersion): Promise<number> => {
  const number = sql<number>`(select max(number) + 1 from policy_versions where kind = ${version.kind})`
  const [made] = await db
    .insert(policyVersions)
    .values({ ...version, number })
    .returning({ number: policyVersions.number })
  return made!.number
}

type Asked = { kind: string; state: 'signed' | 'missing'; version?: number | undefined }
const matching = ({ kind, state, version }: Asked) =>
  sql`policies.kind = ${kind} and ${isActive} and ${isSignedBy(sql`households.id`)} = ${state === 'signed'} and ${
    version === undefined
      ? sql`true`
      : sql`(select v.number from consents c join policy_versions v on v.id = c.version_id where c.household_id = households.id and c.kind = policies.kind order by c.signed_at desc, c.id desc limit 1) = ${version}`
  }`

/** Families that have signed or have to sign, by name, each with its newest answer. */
export const listSignatures = (
  db: Db,
  kept: Scope<'policies'>,
  asked: Asked,
  after: readonly unknown[] | null,
): Promise<Signature[]> =>
  rows<Signature>(
    db,
    sql`
    select households.id as "householdId", households.name as household,
      coalesce((select string_agg(p.name, ', ' order by m.contact_order, p.name) from household_members m join persons p on p.id = m.person_id where m.household_id = households.id), '') as guardians,
      coalesce((select string_agg(coalesce(nullif(p.native_name, ''), p.name), '、' order by m.contact_order, p.name) from household_members m join persons p on p.id = m.person_id where m.household_id = households.id), '') as "guardiansNative",
      n.level, n.version, n.signed_name, ${asInstant(sql`n.signed_at`)} as "signedAt"
    from policies cross join households left join lateral (
      select c.level, c.version, c.signed_name, c.signed_at from consents c where c.household_id = households.id and c.kind = policies.kind order by c.signed_at desc, c.id desc limit 1) n on true
    where ${kept} and ${matching(asked)} and ${after ? isHouseholdAfter('households', after) : sql`true`}
    order by households.name_order, households.id ${onePage}`,
  )

export const countSignatures = async (db: Db, kept: Scope<'policies'>, asked: Asked): Promise<number> =>
  (
    await rows<{ n: number }>(
      db,
      sql`select count(*)::int as n from policies cross join households where ${kept} and ${matching(asked)}`,
    )
  )[0]!.n
