import { sql } from 'drizzle-orm'
import type { DuplicateKind, DuplicatePair, DuplicateSide } from '#contract/office/duplicates.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { fitOf } from '#server/access/users/tables.ts'
import { has, likelyPairs } from './acts.ts'
import { sidesOf } from './sideQueries.ts'

type Found = DuplicatePair & { weight: number }

/** A page of likely duplicates, those with most in common first, and their total number. */
export const listSuggestions = async (
  db: Db,
  seen: Scope<'records'>,
  of: DuplicateKind,
  after: readonly unknown[] | null,
): Promise<{ found: Found[]; total: number }> => {
  const found = await rows<Found & { total: number }>(
    db,
    sql`
    with chosen as materialized (select * from ${likelyPairs(seen, of)} likely),
    weighed as (select *, cardinality(reasons) + case when ${has('child', 'email', 'birthOn')} then 3 else 0 end as weight from chosen),
    page as (
      select *, (select count(*)::int from chosen) as total from weighed
      where ${after ? sql`(-weight, one, other) > (-(${after[0]}::int), ${after[1]}::uuid, ${after[2]}::uuid)` : sql`true`}
      order by weight desc, one, other ${onePage}
    ),
    sides as (${sidesOf(of, sql`r.id in (select one from page union select other from page)`)})
    select row_to_json(a) as one, row_to_json(b) as other, page.reasons, page.weight, page.total
    from page join sides a on a.id = page.one join sides b on b.id = page.other order by page.weight desc, page.one, page.other`,
  )
  return { found, total: found[0]?.total ?? 0 }
}

/** Up to ten matching records, best matches first, without the record `besides` that is compared with them. */
export const findRecords = (
  db: Db,
  seen: Scope<'records'>,
  of: DuplicateKind,
  search: string,
  besides: string,
): Promise<DuplicateSide[]> => {
  const pattern = containing(search)
  const matches =
    of === 'household'
      ? sql`(lower(r.name || ' ' || r.address) like ${pattern} or exists (select 1 from household_members m join persons p on p.id = m.person_id where m.household_id = r.id and p.search_text like ${pattern})
        or exists (select 1 from students s join persons p on p.id = s.id where s.household_id = r.id and p.search_text like ${pattern}))`
      : sql`r.search_text like ${pattern}`
  return rows(
    db,
    sql`${sidesOf(of, sql`${seen} and r.id <> ${besides}::uuid and ${matches}`)} order by ${fitOf(sql`r.name`, of === 'household' ? sql`''` : sql`r.native_name`, search)}, r.name, r.id limit 10`,
  )
}

/** The two ids in the order in which a pair is stored. */
const ordered = (ids: readonly [string, string]): readonly [string, string] =>
  ids[0] < ids[1] ? ids : [ids[1], ids[0]]

export const dismissPair = async (db: Db, of: DuplicateKind, ids: [string, string], at: Date): Promise<void> => {
  const [one, other] = ordered(ids)
  await rows(
    db,
    sql`insert into kept_apart (kind, one_id, other_id, at) values (${of}, ${one}::uuid, ${other}::uuid, ${at.toISOString()}::timestamptz) on conflict do nothing`,
  )
}

export const suggestPair = async (db: Db, of: DuplicateKind, ids: [string, string]): Promise<void> => {
  const [one, other] = ordered(ids)
  await rows(db, sql`delete from kept_apart where kind = ${of} and one_id = ${one}::uuid and other_id = ${other}::uuid`)
}
