import { and, desc, isNotNull, isNull, sql } from 'drizzle-orm'
import type { BackupWarning } from '#contract/school/backups.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { backupWarning, isTaking } from './acts.ts'
import { backups } from './tables.ts'

const columns = {
  id: backups.id,
  at: backups.takenAt,
  bytes: backups.bytes,
  fileName: backups.fileName,
  isEncrypted: backups.isEncrypted,
}

/** The good backups, newest first. */
export const listBackups = (db: Db, seen: Scope<'backups'>) =>
  db
    .select(columns)
    .from(backups)
    .where(and(seen, isNotNull(backups.finishedAt), isNull(backups.problem)))
    .orderBy(desc(backups.takenAt), desc(backups.id))

/** The last attempt that finished. */
export const findLastTry = async (db: Db, seen: Scope<'backups'>) => {
  const [found] = await db
    .select({ at: backups.takenAt, problem: backups.problem })
    .from(backups)
    .where(and(seen, isNotNull(backups.finishedAt)))
    .orderBy(desc(backups.takenAt), desc(backups.id))
    .limit(1)
  return found ?? null
}

/** Whether a backup is being taken now, and the warning to show. */
export const findState = async (db: Db, seen: Scope<'backups'>, now: Date) => {
  const [found] = await rows<{ isRunning: boolean; warning: BackupWarning | null }>(
    db,
    sql`select ${isTaking(now)} as "isRunning", (select what from (${backupWarning(now)}) w) as warning where ${seen}`,
  )
  return found ?? { isRunning: false, warning: null }
}
