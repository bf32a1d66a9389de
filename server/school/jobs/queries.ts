import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { mostFailures } from '#contract/school/jobs.plain.ts'
import type { Output } from '#contract/index.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant, jobFailures, mails } from '#server/platform/tables.ts'

export const listFailures = (db: Db, seen: Scope<'jobs'>) =>
  db
    .select({ id: jobFailures.id, name: jobFailures.name, error: jobFailures.error, at: jobFailures.failedAt })
    .from(jobFailures)
    .where(seen)
    .orderBy(desc(jobFailures.failedAt), desc(jobFailures.id))
    .limit(mostFailures)

export const countFailures = (db: Db, seen: Scope<'jobs'>): Promise<number> => db.$count(jobFailures, seen)

const failedSince = (seen: Scope<'mails'>, since: Date) =>
  and(seen, eq(mails.status, 'failed'), gt(mails.queuedAt, since))

export const listFailedMails = (db: Db, seen: Scope<'mails'>, since: Date) =>
  db
    .select({ id: mails.id, to: mails.to, subject: mails.subject, error: mails.error, at: mails.queuedAt })
    .from(mails)
    .where(failedSince(seen, since))
    .orderBy(desc(mails.queuedAt), desc(mails.id))
    .limit(mostFailures)

export const countFailedMails = (db: Db, seen: Scope<'mails'>, since: Date): Promise<number> =>
  db.$count(mails, failedSince(seen, since))

/**
 * The progress of large sendings, newest first. All emails of a sending are counted, because a subject reveals nothing
 * about an account.
 */
export const listSendings = (db: Db, seen: Scope<'jobs'>, since: Date): Promise<Output<'jobs-status'>['sendings']> =>
  rows(
    db,
    sql`
    select sending_id as id, mode() within group (order by subject) as subject, ${asInstant(sql`min(queued_at)`)} as at,
      (count(*) filter (where status in ('queued', 'sending')))::int as waiting, (count(*) filter (where status = 'sent'))::int as sent,
      (count(*) filter (where status = 'failed'))::int as failed, (count(*) filter (where status = 'kept'))::int as kept
    from mails where ${seen} and sending_id is not null and queued_at > ${since.toISOString()}::timestamptz
    group by sending_id order by min(queued_at) desc, sending_id limit 50`,
  )
