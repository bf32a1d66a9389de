import type { Db } from '#server/platform/db.ts'
import { auditEntries } from '#server/platform/tables.ts'

/** Adds an entry to the trail for what doesn't come through the door, which records its calls itself. */
export const noteEntry = async (db: Db, values: typeof auditEntries.$inferInsert): Promise<void> => {
  await db.insert(auditEntries).values(values)
}
