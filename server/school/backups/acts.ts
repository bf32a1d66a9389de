import { and, desc, eq, gte, isNotNull, isNull, lt, max, type SQL, sql } from 'drizzle-orm'
import { firstWithinDays, oldAfterHours } from '#rules/backups.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { isUnderWay } from '#server/platform/oneAtATime.ts'
import { newestSetting } from '#server/school/config/acts.ts'
import { backups } from './tables.ts'

const hourMs = 3_600_000

const isGood = and(isNotNull(backups.finishedAt), isNull(backups.problem))!

/**
 * A condition: true while a backup is requested or being taken. One that was interrupted some time ago doesn't count.
 */
export const isTaking = (now: Date): SQL =>
  sql`exists (select from ${backups} where ${and(
    isNull(backups.finishedAt),
    sql`(${gte(backups.takenAt, new Date(now.getTime() - hourMs / 12))} or ${isUnderWay('backup')})`,
  )})`

/**
 * What is wrong with the backups, if anything, in one row: `what`, and since when there has been no good one. A school
 * that has turned backups off gets no warning.
 */
export const backupWarning = (now: Date): SQL => {
  const at = sql`${now.toISOString()}::timestamptz`
  return sql`
    select what, since from (
      select case when b.problem is not null then 'failed'
          when b.good < ${at} - interval '${sql.raw(String(oldAfterHours))} hours' then 'old'
          when b.good is null and c.created_at < ${at} - interval '${sql.raw(String(firstWithinDays))} days' then 'never' end as what,
        coalesce(b.good, c.created_at) as since
      from school c, (select (select max(taken_at) from backups where finished_at is not null and problem is null) as good,
        (select problem from backups where finished_at is not null order by taken_at desc limit 1) as problem) b
      where coalesce((${newestSetting('backups')} ->> 'isOn')::boolean, true)) found
    where what is not null`
}

/** When the last good backup was taken; null if there is none. */
export const lastGoodBackup = async (db: Db): Promise<Date | null> =>
  (
    await db
      .select({ at: max(backups.takenAt) })
      .from(backups)
      .where(isGood)
  )[0]!.at

/**
 * Requests a backup, unless one is being taken or there is a good one since `unlessSince`. Returns its id, or null if
 * none is needed.
 */
export const requestBackup = async (db: Db, now: Date, unlessSince?: Date): Promise<string | null> => {
  // Of two concurrent requests, only one creates a backup.
  await db.execute(sql`lock table ${backups} in share row exclusive mode`)
  const [found] = await rows<{ isTaking: boolean }>(db, sql`select ${isTaking(now)} as "isTaking"`)
  if (found!.isTaking) return null
  if (unlessSince && (await db.$count(backups, and(isGood, gte(backups.takenAt, unlessSince)))) > 0) return null
  const [made] = await db.insert(backups).values({ takenAt: now }).returning({ id: backups.id })
  return made!.id
}

/**
 * Deletes failures older than 30 days, and requests older than an hour that nobody is working on. Returns the file
 * names of the latter.
 */
export const forgetOld = async (db: Db, now: Date): Promise<string[]> => {
  const before = (hours: number) => lt(backups.takenAt, new Date(now.getTime() - hours * hourMs))
  await db.delete(backups).where(and(isNotNull(backups.problem), before(30 * 24)))
  const left = await db
    .delete(backups)
    .where(and(isNull(backups.finishedAt), before(1), sql`not ${isUnderWay('backup')}`))
    .returning({ fileName: backups.fileName })
  return left.map(({ fileName }) => fileName)
}

/**
 * Starts the requested backup. Returns the file of an earlier attempt, or null if the backup is already done or too
 * late.
 */
export const beginBackup = async (
  db: Db,
  id: string,
  of: { takenAt: Date; fileName: string; isEncrypted: boolean },
): Promise<string | null> => {
  const [asked] = await db
    .select({ fileName: backups.fileName })
    .from(backups)
    .where(
      and(
        eq(backups.id, id),
        isNull(backups.finishedAt),
        gte(backups.takenAt, new Date(of.takenAt.getTime() - hourMs)),
      ),
    )
  if (!asked) return null
  await db.update(backups).set(of).where(eq(backups.id, id))
  return asked.fileName
}

/** Records how a backup ended. */
export const finishBackup = (
  db: Db,
  id: string,
  how: Pick<typeof backups.$inferInsert, 'finishedAt' | 'bytes' | 'rows' | 'problem'>,
) => db.update(backups).set(how).where(eq(backups.id, id))

/** The good backups beyond the number to keep, which are the oldest. */
export const listBeyond = (db: Db, keep: number) =>
  db
    .select({ id: backups.id, fileName: backups.fileName })
    .from(backups)
    .where(isGood)
    .orderBy(desc(backups.takenAt), desc(backups.id))
    .offset(keep)

/** Deletes the record of a backup whose file is gone. */
export const forgetBackup = (db: Db, id: string) => db.delete(backups).where(eq(backups.id, id))
