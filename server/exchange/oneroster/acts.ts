import type { Db } from '#server/platform/db.ts'
import { onerosterIds, type RosterKind } from './tables.ts'

/** From now on the id of a record that is gone stands for the one that it became, in files that still have it. */
export const standFor = async (db: Db, kind: RosterKind, goneId: string, ourId: string): Promise<void> => {
  await db.insert(onerosterIds).values({ kind, sourcedId: goneId, ourId }).onConflictDoNothing()
}
