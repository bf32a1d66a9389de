import { inArray, lte } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { hashOf } from './hash.ts'
import { spentSecrets } from './tables.ts'

/** Uses up what counts once, until it would end anyway; false when somebody has used it before. */
export const spend = async (db: Db, secret: string, expiresAt: Date, now: Date): Promise<boolean> => {
  await sweep(db, now)
  const spent = await db
    .insert(spentSecrets)
    .values({ hash: hashOf(secret), expiresAt })
    .onConflictDoNothing()
    .returning({ hash: spentSecrets.hash })
  return spent.length === 1
}

/** Forgets some of what has ended; rows that somebody holds wait for the next time. */
const sweep = async (db: Db, now: Date): Promise<void> => {
  await db
    .delete(spentSecrets)
    .where(
      inArray(
        spentSecrets.hash,
        db
          .select({ hash: spentSecrets.hash })
          .from(spentSecrets)
          .where(lte(spentSecrets.expiresAt, now))
          .limit(100)
          .for('update', { skipLocked: true }),
      ),
    )
}
