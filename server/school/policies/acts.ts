import { sql, type SQL } from 'drizzle-orm'
import type { Policy, PolicyAnswer } from '#contract/school/policies.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { standardPolicies } from './standard.ts'
import { policies, policyVersions } from './tables.ts'

/** A condition: true if families are asked for the policy. */
export const isCurrent = sql`policies.archived_at is null`

/** The number of the version that a family must have signed, or a later one, as a column. */
export const neededVersion = sql`(select max(n.number) from policy_versions n where n.kind = policies.kind and n.asks_again)`

/**
 * A condition: true if a household need not sign the row's policy (again). With `few`, consents are looked up per
 * household; otherwise the database reads them all.
 */
export const isSignedBy = (household: SQL, few: 'few' | '' = ''): SQL => sql`exists (
  select 1 from consents c join policy_versions v on v.id = c.version_id where c.household_id = ${household} and c.kind = policies.kind and v.number >= ${neededVersion} ${few ? sql`offset 0` : sql``})`

/** The newest version of the row's policy, as a lateral subquery. */
export const newestVersion = (alias: 'v'): SQL =>
  sql`(select * from policy_versions where policy_versions.kind = policies.kind order by policy_versions.number desc limit 1) ${sql.raw(alias)}`

/** The policies that families are asked for now, in order; `kind` selects one. */
export const listCurrent = (db: Db, seen: Scope<'policies'>, kind?: string): Promise<Policy[]> =>
  rows<Policy>(
    db,
    sql`
    select policies.kind, policies.answer, policies.title, policies.native_title, v.id as "versionId", v.number as version,
      ${neededVersion} as "neededVersion", v.text, v.native_text, ${asInstant(sql`v.published_at`)} as "publishedAt"
    from policies cross join lateral ${newestVersion('v')}
    where ${seen} and ${kind === undefined ? sql`true` : sql`policies.kind = ${kind}`} order by policies.position, policies.kind`,
  )

type NewPolicy = {
  kind: string
  answer: PolicyAnswer
  title: string
  nativeTitle: string
  text: string
  nativeText: string
}

/** Adds policies after the others, each with its first version. */
export const insertPolicies = async (
  db: Db,
  made: readonly NewPolicy[],
  by: string | null,
  at: Date,
): Promise<void> => {
  const [{ last } = { last: 0 }] = await rows<{ last: number }>(
    db,
    sql`select coalesce(max(position), 0)::int as last from policies`,
  )
  await db.insert(policies).values(
    made.map(({ text: _text, nativeText: _nativeText, ...policy }, index) => ({
      ...policy,
      position: last + 1 + index,
      createdAt: at,
    })),
  )
  await db.insert(policyVersions).values(
    made.map(({ kind, text, nativeText }) => ({
      id: newId(),
      kind,
      number: 1,
      text,
      nativeText,
      asksAgain: true,
      publishedBy: by,
      publishedAt: at,
    })),
  )
}

/** Adds the policies that a new school starts with. */
export const insertStandardPolicies = (db: Db, at: Date): Promise<void> =>
  insertPolicies(db, standardPolicies, null, at)
