import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { auditEntries } from '#server/platform/tables.ts'

/** True if the trail has an entry with this action about the account since that time. */
export const isNoted = async (db: Db, accountId: string, action: string, since: Date): Promise<boolean> =>
  (await db.$count(
    auditEntries,
    and(
      sql`${auditEntries.about} @> array[${accountId}::uuid]`,
      eq(auditEntries.action, action),
      gt(auditEntries.at, since),
    ),
  )) > 0
