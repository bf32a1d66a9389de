import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, limitTo } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'

export type Filter = {
  /** True for entries about who read notes instead of who changed what. */
  readings: boolean
  search?: string | undefined
  action?: string | undefined
  /** The account that the entries are by, or about. */
  of?: string | undefined
  /** The first instant included, and the first one excluded. */
  from?: Date | undefined
  before?: Date | undefined
}

// What is done to a child also counts as done to its guardian's record.
const byOrAbout = (account: string): SQL => sql`(audit_entries.account_id = ${account}::uuid or audit_entries.about && (
  select array_agg(k.id) from (select ${account}::uuid as id union select p.id from persons p where p.account_id = ${account}::uuid
    union select g.student_id from persons p join guardianships g on g.guardian_id = p.id where p.account_id = ${account}::uuid) k))`

const ofKind = (readings: boolean): SQL =>
  readings ? sql`audit_entries.outcome = 'read'` : sql`audit_entries.outcome <> 'read'`

const matching = ({ readings, search = '', action, of, from, before }: Filter): SQL => {
  const person = search === '' ? null : containing(search)
  // To find out who read a child's notes, the office searches for the child.
  const isOfChild = readings
    ? sql`exists (select 1 from persons p where p.id = any(audit_entries.about) and p.search_text like ${person})`
    : sql`false`
  return sql`${ofKind(readings)} and ${person === null ? sql`true` : sql`(lower(audit_entries.actor) like ${person} or lower(audit_entries.action) like ${person} or exists (select 1 from persons p where p.id = audit_entries.person_id and p.search_text like ${person}) or ${isOfChild})`}
    and ${action === undefined ? sql`true` : sql`audit_entries.action = ${action}`}
    and ${of === undefined ? sql`true` : byOrAbout(of)}
    and ${from === undefined ? sql`true` : sql`audit_entries.at >= ${from.toISOString()}::timestamptz`}
    and ${before === undefined ? sql`true` : sql`audit_entries.at < ${before.toISOString()}::timestamptz`}`
}

const readOf = sql`coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'nativeName', p.native_name) order by p.name, p.id)
  from persons p where p.id = any(audit_entries.about)), '[]')`
type Entry = Output<'audit-list'>['rows'][number]
/** The matching entries, newest first, at most `limit`. */
export const listAudit = (
  db: Db,
  seen: Scope<'audit'>,
  filter: Filter,
  after: readonly unknown[] | null,
  limit: number,
): Promise<Entry[]> =>
  rows<Entry>(
    db,
    sql`
    select audit_entries.id, ${asInstant(sql`audit_entries.at`)} as at, audit_entries.actor, coalesce(n.name, '') as name, coalesce(n.native_name, '') as "nativeName", audit_entries.action, audit_entries.outcome,
      ${filter.readings ? readOf : sql`'[]'::json`} as students
    from audit_entries left join persons n on n.id = audit_entries.person_id
    where ${seen} and ${matching(filter)} and ${after ? sql`(audit_entries.at, audit_entries.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`}
    order by audit_entries.at desc, audit_entries.id desc ${limitTo(limit)}`,
  )

export const countAudit = async (db: Db, seen: Scope<'audit'>, filter: Filter): Promise<number> =>
  (
    await rows<{ n: number }>(
      db,
      sql`select count(*)::int as n from audit_entries where ${seen} and ${matching(filter)}`,
    )
  )[0]!.n

export const listActions = (db: Db, seen: Scope<'audit'>, readings: boolean): Promise<Output<'audit-actions'>> =>
  rows(
    db,
    sql`select audit_entries.action, count(*)::int as n from audit_entries where ${seen} and ${ofKind(readings)} group by audit_entries.action order by audit_entries.action`,
  )
