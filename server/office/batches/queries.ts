import { and, desc, getTableColumns, ilike, or, sql, type SQLWrapper } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, oneOf, pageSize } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { batches } from '#server/platform/tables.ts'
import { seatsLeftIn } from '#server/enrolment/enrolments/tables.ts'

const matching = (search: string) =>
  search === '' ? undefined : or(ilike(batches.actor, containing(search)), ilike(batches.detail, containing(search)))

/** The native name of the person with an account who is called this. '' where there are several with different ones. */
const nativeNameOf = (name: SQLWrapper) =>
  sql<string>`coalesce((select min(p.native_name) from persons p where p.account_id is not null and p.name = ${name} having count(distinct p.native_name) = 1), '')`

export const listBatches = (db: Db, seen: Scope<'batches'>, search: string, after: readonly unknown[] | null) =>
  db
    .select({
      ...getTableColumns(batches),
      actorNativeName: nativeNameOf(batches.actor),
      undoneByNativeName: nativeNameOf(batches.undoneBy),
    })
    .from(batches)
    .where(
      and(
        seen,
        matching(search),
        after ? sql`(${batches.at}, ${batches.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(batches.at), desc(batches.id))
    .limit(pageSize + 1)

export const countBatches = (db: Db, seen: Scope<'batches'>, search: string): Promise<number> =>
  db.$count(batches, and(seen, matching(search)))

/** A batch, locked; undefined where it is not in scope. */
export const lockBatch = async (db: Db, seen: Scope<'batches'>, id: string) =>
  (
    await db
      .select()
      .from(batches)
      .where(and(seen, sql`batches.id = ${id}`))
      .for('update')
  )[0]

/** The classes in which a batch changed enrolments. */
export const listSeatedIn = async (db: Db, batchId: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select distinct s.id from batch_changes c left join enrolments e on e.id = (c.key->>'id')::uuid
          join sections s on s.id = coalesce(e.section_id, (c.before->>'section_id')::uuid)
        where c.batch_id = ${batchId} and c.table_name = 'enrolments' order by s.id`,
    )
  ).map(({ id }) => id)

/** The number of seats by which each of these classes exceeds its capacity, counting seats on offer and in carts. */
export const listOversold = async (
  db: Db,
  sectionIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (
      await rows<{ id: string; over: number }>(
        db,
        sql`select s.id, greatest(0, -${seatsLeftIn('s', now)}) as over
          from sections s where ${oneOf(sql`s.id`, sectionIds)}`,
      )
    ).map(({ id, over }) => [id, over]),
  )
