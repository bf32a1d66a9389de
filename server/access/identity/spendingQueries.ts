import type { Db } from '#server/platform/db.ts'
import { sweep } from '#server/platform/sweeping.ts'
import { hashOf } from './hash.ts'
import { spentSecrets } from './tables.ts'

/** Marks a secret that counts once as used until it would expire anyway. Returns false if it was used before. */
export const spend = async (db: Db, secret: string, expiresAt: Date, now: Date): Promise<boolean> => {
  await sweep(db, spentSecrets, { key: spentSecrets.hash, endsAt: spentSecrets.expiresAt }, now)
  const spent = await db
    .insert(spentSecrets)
    .values({ hash: hashOf(secret), expiresAt })
    .onConflictDoNothing()
    .returning({ hash: spentSecrets.hash })
  return spent.length === 1
}
