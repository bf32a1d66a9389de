import { desc, sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import { retained, type RetentionCounts, type RetentionSettings } from '#contract/settings.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { retentionRuns } from './tables.ts'

type Kind = (typeof retained)[number]
const dayMs = 86_400_000

/** Rows that have been kept long enough. Records of money are not among them. */
const expired: Record<Kind, (before: SQL) => { of: string; where: SQL }> = {
  drafts: before => ({ of: 'drafts', where: sql`saved_at < ${before}` }),
  mails: before => ({ of: 'mails', where: sql`queued_at < ${before} and status <> 'queued'` }),
  addresses: before => ({ of: 'audit_entries', where: sql`at < ${before} and address <> ''` }),
  signIns: before => ({ of: 'sign_ins', where: sql`least(expires_at, coalesce(revoked_at, expires_at)) < ${before}` }),
  operations: before => ({ of: 'operations', where: sql`at < ${before}` }),
}
/** The rows of a kind to clean up; none if they are kept forever. */
const expiredOf = (kind: Kind, settings: RetentionSettings, now: Date) => {
  const days = settings[kind]
  return expired[kind](
    days === null
      ? sql`'-infinity'::timestamptz`
      : sql`${new Date(now.getTime() - days * dayMs).toISOString()}::timestamptz`,
  )
}

/** The number of rows of each kind that a clean-up would remove now. */
export const countExpired = async (db: Db, settings: RetentionSettings, now: Date): Promise<RetentionCounts> => {
  const counts = retained.map(kind => {
    const { of, where } = expiredOf(kind, settings, now)
    return sql`(select count(*)::int from ${sql.identifier(of)} where ${where}) as ${sql.identifier(kind)}`
  })
  return (await rows<RetentionCounts>(db, sql`select ${sql.join(counts, sql`, `)}`))[0]!
}

/** Removes expired rows, and records how many. */
export const removeExpired = async (db: Db, settings: RetentionSettings, now: Date): Promise<RetentionCounts> => {
  const counts: RetentionCounts = { drafts: 0, mails: 0, addresses: 0, signIns: 0, operations: 0 }
  for (const kind of retained) {
    const { of, where } = expiredOf(kind, settings, now)
    const table = sql.identifier(of)
    // An audit entry stays; only its network address is deleted.
    const done =
      kind === 'addresses'
        ? sql`update ${table} set address = '' where ${where} returning 1`
        : sql`delete from ${table} where ${where} returning 1`
    const [found] = await rows<{ n: number }>(db, sql`with done as (${done}) select count(*)::int as n from done`)
    counts[kind] = found!.n
  }
  await db.insert(retentionRuns).values({ counts, rules: settings, createdAt: now })
  return counts
}

/** When the last clean-up ran. */
export const findLastRun = async (db: Db): Promise<Date | undefined> =>
  (
    await db.select({ at: retentionRuns.createdAt }).from(retentionRuns).orderBy(desc(retentionRuns.createdAt)).limit(1)
  )[0]?.at

/** The latest runs, newest first, at most ten. */
export const listRuns = (db: Db, seen: Scope<'school'>): Promise<Output<'config-retention'>['runs']> =>
  rows(
    db,
    sql`select id, ${asInstant(sql`created_at`)} as at, counts, rules from retention_runs where ${seen} order by created_at desc limit 10`,
  )
