import { desc, sql } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import { auditSeals } from './tables.ts'

/**
 * The content of an entry as one SHA-256. The network address is left out, because it is deleted after its retention
 * time. Instants are in milliseconds, so that no setting of a connection changes the text.
 */
const digest = sql`encode(sha256(convert_to(jsonb_build_array(id, (extract(epoch from at) * 1000)::bigint, account_id, person_id,
  actor, action, input, outcome, operation_id, about)::text, 'UTF8')), 'hex')`

export const findLastSeal = async (db: Db) =>
  (await db.select().from(auditSeals).orderBy(desc(auditSeals.n)).limit(1))[0] ?? null

/**
 * Puts entries that no seal covers yet under a seal, oldest first, at most `atMost`. Returns their digests in the order
 * of their ids.
 */
export const takeOpenEntries = (db: Db, n: number, atMost: number): Promise<{ digest: string }[]> =>
  rows(
    db,
    sql`
    with open as (select id from audit_entries where seal is null order by at, id limit ${atMost}),
      taken as (update audit_entries set seal = ${n}::int, digest = ${digest} where id in (select id from open) returning id, digest)
    select digest from taken order by id`,
  )

export const insertSeal = (db: Db, values: typeof auditSeals.$inferInsert) => db.insert(auditSeals).values(values)

type Sealed = {
  n: number
  hash: string | null
  want: number | null
  entries: number
  erased: number
  digests: string
  /** The first entry that has changed since it was sealed. */
  broken: { id: string; at: string; actor: string; action: string } | null
}

/**
 * Seals after number `after` with the entries that they now cover, in order. Includes deleted seals that still have
 * entries.
 */
export const listSealed = (db: Db, after: number, atMost: number): Promise<Sealed[]> =>
  rows(
    db,
    sql`
    with numbers as (select n from (select n from audit_seals union select distinct seal from audit_entries where seal is not null) x
      where n > ${after}::int order by n limit ${atMost})
    select numbers.n, s.hash, s.entries as want, e.entries, e.erased, e.digests, e.broken from numbers left join audit_seals s on s.n = numbers.n
      left join lateral (
        select count(*)::int as entries, (count(*) filter (where erased_at is not null))::int as erased, coalesce(string_agg(digest, '' order by id), '') as digests,
          (json_agg(json_build_object('id', id, 'at', at, 'actor', actor, 'action', action) order by at, id)
            filter (where erased_at is null and digest is distinct from ${digest})) -> 0 as broken
        from audit_entries where seal = numbers.n) e on true
    order by numbers.n`,
  )

export const countOpenEntries = async (db: Db): Promise<number> =>
  (await rows<{ n: number }>(db, sql`select count(*)::int as n from audit_entries where seal is null`))[0]!.n
