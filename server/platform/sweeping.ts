import { inArray, lte } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/** How many rows one call takes along, so that nobody waits for what it cleans up. */
const atOnce = 100

/** Removes some rows whose time was over at an instant; those that somebody holds wait for the next time. */
export const sweep = async (
  db: Db,
  table: PgTable,
  { key, endsAt }: { key: PgColumn; endsAt: PgColumn },
  at: Date,
): Promise<void> => {
  await db
    .delete(table)
    .where(
      inArray(
        key,
        db.select({ key }).from(table).where(lte(endsAt, at)).limit(atOnce).for('update', { skipLocked: true }),
      ),
    )
}
