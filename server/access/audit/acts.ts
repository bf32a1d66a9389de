import type { Db } from '#server/platform/db.ts'
import { auditEntries } from '#server/platform/tables.ts'

/** Notes in the trail what didn't come through the door, which notes its calls itself. */
export const noteEntry = async (db: Db, values: typeof auditEntries.$inferInsert): Promise<void> => {
  await db.insert(auditEntries).values(values)
}
