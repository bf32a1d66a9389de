import { inArray, lte } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/** The maximum number of rows that one call removes, so that nobody waits long for the cleanup. */
const atOnce = 100

/**
 * Removes up to 100 rows that had expired by the instant `at`. Rows locked by another transaction are left for the next
 * time.
 */
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
