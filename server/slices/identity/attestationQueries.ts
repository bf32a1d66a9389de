import { inArray, lte } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { spentAttestations } from './tables.ts'

/** Uses up what counts once; false when that was done before. */
export const spend = async (db: Db, key: string, expiresAt: Date): Promise<boolean> => {
  const spent = await db
    .insert(spentAttestations)
    .values({ key, expiresAt })
    .onConflictDoNothing()
    .returning({ key: spentAttestations.key })
  return spent.length > 0
}

/** Forgets some of what has expired; rows that somebody holds wait for the next time. */
export const sweepSpent = (db: Db, now: Date) =>
  db
    .delete(spentAttestations)
    .where(
      inArray(
        spentAttestations.key,
        db
          .select({ key: spentAttestations.key })
          .from(spentAttestations)
          .where(lte(spentAttestations.expiresAt, now))
          .limit(100)
          .for('update', { skipLocked: true }),
      ),
    )
