import { and, eq, gte, sql } from 'drizzle-orm'
import type { School } from '#contract/school/config.ts'
import type { Output } from '#contract/index.ts'
import type { SettingKind } from '#contract/settings.ts'
import type { Feature } from '#contract/settings.plain.ts'
import { seatedVisits } from '#contract/enrolment/visits.plain.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant, hasStatus, mails } from '#server/platform/tables.ts'
import { school, setUpCodes } from './tables.ts'

const columns = {
  name: school.name,
  nativeName: school.nativeName,
  tagline: school.tagline,
  about: school.about,
  nativeTagline: school.nativeTagline,
  nativeAbout: school.nativeAbout,
  zone: school.zone,
  currency: school.currency,
  email: school.email,
  phone: school.phone,
  address: school.address,
}

export const findSchool = async (db: Db, seen: Scope<'school'>): Promise<School | null> => {
  const [found] = await db.select(columns).from(school).where(seen)
  return found ?? null
}

/** True if there are charges or payments, so the currency can no longer change. */
export const hasMoney = async (db: Db): Promise<boolean> =>
  (
    await rows<{ has: boolean }>(
      db,
      sql`select exists (select 1 from charges) or exists (select 1 from payments) as has`,
    )
  )[0]!.has

/** How many uses of each feature are still ongoing and continue when it is turned off. */
export const countGoing = async (db: Db, today: string): Promise<Record<Feature, number>> =>
  (
    await rows<Record<Feature, number>>(
      db,
      sql`
    select (select count(*)::int from visits where ${hasStatus('visits', seatedVisits)} and on_day >= ${today}) as trials,
      (select count(*)::int from enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id
        where e.type = 'audit' and e.status = 'active' and t.ends_on >= ${today}) as auditing,
      (select count(distinct w.term_id)::int from registration_windows w join terms t on t.id = w.term_id where t.ends_on >= ${today}) as windows,
      (select count(*)::int from lotteries where status not in ('finished','cancelled')) as lotteries,
      (select count(*)::int from promo_codes where archived_at is null and (valid_until is null or valid_until >= ${today})) as "promoCodes",
      (select count(*)::int from oneroster_clients where revoked_at is null) as oneroster`,
    )
  )[0]!

/** The versions of a setting, newest first, at most 100. */
export const listVersions = (db: Db, seen: Scope<'school'>, kind: SettingKind): Promise<Output<'config-history'>> =>
  rows(
    db,
    sql`
    select v.id, ${asInstant(sql`v.created_at`)} as at, coalesce(p.name, '') as by, coalesce(p.native_name, '') as "byNativeName", v.value from setting_versions v left join persons p on p.id = v.made_by
    where ${seen} and v.kind = ${kind} order by v.created_at desc, v.id desc limit 100`,
  )

/** Inserts the school unless there is one; false if there is. Two concurrent first runs create one school. */
export const insertSchool = async (db: Db, values: typeof school.$inferInsert): Promise<boolean> =>
  (await db.insert(school).values(values).onConflictDoNothing().returning({ name: school.name })).length === 1

export const updateSchool = (db: Db, values: Partial<typeof school.$inferInsert>) =>
  db.update(school).set(values).returning(columns)

/** The outcome of emails since an instant, and the mail server's last error among them. */
export const countMails = async (db: Db, seen: Scope<'mails'>, since: Date) => {
  const [found] = await rows<{
    week: { sent: number; kept: number; queued: number; failed: number }
    lastError: string | null
  }>(
    db,
    sql`
    select json_build_object('sent', count(*) filter (where status = 'sent'), 'kept', count(*) filter (where status = 'kept'),
        'queued', count(*) filter (where status in ('queued', 'sending')), 'failed', count(*) filter (where status = 'failed')) as week,
      (array_agg(error order by queued_at desc) filter (where error is not null))[1] as "lastError"
    from mails where ${seen} and queued_at >= ${since.toISOString()}::timestamptz`,
  )
  return found!
}

/** The number of emails with a subject since an instant. */
export const countLetters = (db: Db, subject: string, since: Date): Promise<number> =>
  db.$count(mails, and(eq(mails.subject, subject), gte(mails.queuedAt, since)))

export const findMail = async (db: Db, seen: Scope<'mails'>, id: string) => {
  const [found] = await db
    .select({ status: mails.status, error: mails.error })
    .from(mails)
    .where(and(seen, eq(mails.id, id)))
  return found ?? null
}

/** Consumes the first-run code; false if it doesn't match. */
export const takeSetUpCode = async (db: Db, codeHash: string): Promise<boolean> =>
  (await db.delete(setUpCodes).where(eq(setUpCodes.codeHash, codeHash)).returning({ codeHash: setUpCodes.codeHash }))
    .length === 1

/** Replaces any older first-run code with a new one. */
export const replaceSetUpCode = async (db: Db, codeHash: string): Promise<void> => {
  await db.delete(setUpCodes).where(sql`true`)
  await db.insert(setUpCodes).values({ codeHash, createdAt: sql`now()` })
}
