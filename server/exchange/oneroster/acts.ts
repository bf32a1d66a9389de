import type { Db } from '#server/platform/db.ts'
import { onerosterIds, type RosterKind } from './tables.ts'

/** Maps the id of a record that is gone to the one it was merged into, for files that still contain it. */
export const standFor = async (db: Db, kind: RosterKind, goneId: string, ourId: string): Promise<void> => {
  await db.insert(onerosterIds).values({ kind, sourcedId: goneId, ourId }).onConflictDoNothing()
}
