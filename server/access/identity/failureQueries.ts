import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { auditEntries } from '#server/platform/tables.ts'

/** Whether the trail says this about an account since then. */
export const isNoted = async (db: Db, accountId: string, action: string, since: Date): Promise<boolean> =>
  (await db.$count(
    auditEntries,
    and(
      sql`${auditEntries.about} @> array[${accountId}::uuid]`,
      eq(auditEntries.action, action),
      gt(auditEntries.at, since),
    ),
  )) > 0
