import { and, desc, ilike, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { containing, pageSize } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { batches } from '#server/platform/tables.ts'

const matching = (search: string) =>
  search === '' ? undefined : or(ilike(batches.actor, containing(search)), ilike(batches.detail, containing(search)))

export const listBatches = (db: Db, seen: Scope<'batches'>, search: string, after: readonly unknown[] | null) =>
  db
    .select()
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

/** The batch, locked; undefined when it is not there for the caller. */
export const lockBatch = async (db: Db, seen: Scope<'batches'>, id: string) =>
  (
    await db
      .select()
      .from(batches)
      .where(and(seen, sql`batches.id = ${id}`))
      .for('update')
  )[0]
