import { sql, type SQL } from 'drizzle-orm'
import type { PushCategory, PushKind } from '#contract/access/push.ts'
import { type MailCategory, mailCategories } from '#contract/people/parents.record.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Context } from '#server/platform/functions.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { sendPush } from './jobs.ts'
import { isSignedIn, notificationPreferences } from './tables.ts'

const hourMs = 3_600_000
/** Milliseconds for which a message is worth showing. An offered seat has its own end. */
const lives: Record<PushKind, number> = {
  notice: 72 * hourMs,
  message: 72 * hourMs,
  'called-off': 24 * hourMs,
  'on-again': 24 * hourMs,
  closed: 72 * hourMs,
  seat: 24 * hourMs,
  test: hourMs / 6,
}
const categories: Partial<Record<PushKind, PushCategory>> = { notice: 'notices', message: 'messages' }

/** A condition that a person wants messages of a category on their devices. */
const wantsPush = (category: PushCategory, person: SQL): SQL =>
  sql`not exists (select 1 from notification_preferences np where np.person_id = ${person} and np.category = ${category} and np.push = 'off')`

export type News = {
  kind: PushKind
  /**
   * The recipients, the record that the message is about (a later message about the same record replaces an earlier
   * one), and the page that it opens for them.
   */
  to: readonly { personId: string; about: string; path: string }[]
  /** True if it also goes at once to people who want no messages of this kind. */
  isUrgent: boolean
  /** The instant after which it no longer matters. */
  until?: Date
}

/**
 * Sends a message to people's subscribed devices after this transaction has committed, with a separate job for each
 * device, so that none delays another. The text is composed when the message goes out. Returns the messages' ids.
 */
export const tellDevices = async (
  { db, now, enqueue }: Pick<Context<unknown>, 'db' | 'now' | 'enqueue'>,
  { kind, to, isUrgent, until }: News,
): Promise<string[]> => {
  if (to.length === 0 || !(await findSetting(db, 'push')).isOn) return []
  const once = [...new Map(to.map(each => [`${each.personId} ${each.about}`, each])).values()]
  const category = categories[kind]
  const wanted: SQL = category ? wantsPush(category, sql`d.person_id`) : sql`true`
  const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`
  const made = await rows<{ id: string }>(
    db,
    sql`
    insert into pushes (id, subscription_id, device, person_id, kind, about, path, is_urgent, is_overriding, expires_at, status, created_at)
    select gen_random_uuid(), d.id, coalesce((select si.device from sign_ins si where si.id = d.sign_in_id), ''), d.person_id, ${kind}, t.about, t.path, ${isUrgent}, not (${wanted}),
      ${at(until ?? new Date(now.getTime() + lives[kind]))}, 'queued', ${at(now)}
    from jsonb_to_recordset(${JSON.stringify(once)}::jsonb) as t("personId" uuid, about uuid, path text) join push_subscriptions d on d.person_id = t."personId"
    where ${isSignedIn('d')} and (${isUrgent} or ${wanted})
    returning id`,
  )
  for (const { id } of made) await enqueue(sendPush, { pushId: id })
  return made.map(({ id }) => id)
}

/** Stores whether a person wants letters of a category. */
export const upsertPreference = async (
  db: Db,
  personId: string,
  category: MailCategory,
  mail: 'instant' | 'off',
): Promise<void> => {
  await db
    .insert(notificationPreferences)
    .values({ personId, category, mail })
    .onConflictDoUpdate({
      target: [notificationPreferences.personId, notificationPreferences.category],
      set: { mail },
    })
}

/** Stops all letters and messages to devices that a person may opt out of. */
export const stopNewsOf = async (db: Db, personId: string): Promise<void> => {
  const stopped = mailCategories.map(category => ({ personId, category, mail: 'off' as const, push: 'off' as const }))
  await db
    .insert(notificationPreferences)
    .values(stopped)
    .onConflictDoUpdate({
      target: [notificationPreferences.personId, notificationPreferences.category],
      set: { mail: 'off', push: 'off' },
    })
}
