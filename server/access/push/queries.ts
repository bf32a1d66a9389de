import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import type { Device, PushCategory, PushKind, PushReason, PushStatus, Sent } from '#contract/access/push.ts'
import type { MailCategory } from '#contract/people/parents.record.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { school } from '#server/school/config/tables.ts'
import { isReachable } from '#server/access/users/tables.ts'
import { isSignedIn, notificationPreferences, pushes, pushSubscriptions } from './tables.ts'

export const findSchoolEmail = async (db: Db): Promise<string | undefined> =>
  (await db.select({ email: school.email }).from(school))[0]?.email

/** The devices of a scope, the calling one first; `currentId` is the id that the caller claims for it. */
export const listDevices = (db: Db, mine: Scope<'push_subscriptions'>, currentId: string | null): Promise<Device[]> =>
  rows<Device>(
    db,
    sql`
    select push_subscriptions.id, si.device as name, ${asInstant(sql`push_subscriptions.created_at`)} as since, ${asInstant(sql`push_subscriptions.last_sent_at`)} as "lastSentAt",
      push_subscriptions.id::text = ${currentId ?? ''} as "isCurrent"
    from push_subscriptions join sign_ins si on si.id = push_subscriptions.sign_in_id where ${mine}
    order by "isCurrent" desc, push_subscriptions.created_at desc, push_subscriptions.id`,
  )

/**
 * Subscribes a browser and returns its id. A browser has one subscription, which belongs to the person who is signed in
 * there now.
 */
export const putDevice = async (db: Db, values: typeof pushSubscriptions.$inferInsert): Promise<string> => {
  const { signInId, endpoint } = values
  const [same] = await db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.signInId, signInId), eq(pushSubscriptions.endpoint, endpoint)))
    .for('update')
  if (same) {
    await db.update(pushSubscriptions).set(values).where(eq(pushSubscriptions.id, same.id))
    return same.id
  }
  await db
    .delete(pushSubscriptions)
    .where(or(eq(pushSubscriptions.signInId, signInId), eq(pushSubscriptions.endpoint, endpoint)))
  return (await db.insert(pushSubscriptions).values(values).returning({ id: pushSubscriptions.id }))[0]!.id
}

export const removeDevice = async (db: Db, mine: Scope<'push_subscriptions'>, id: string): Promise<boolean> =>
  (
    await db
      .delete(pushSubscriptions)
      .where(and(mine, eq(pushSubscriptions.id, id)))
      .returning({ id: pushSubscriptions.id })
  ).length > 0

export const countTests = (db: Db, mine: Scope<'pushes'>, since: Date): Promise<number> =>
  db.$count(pushes, and(mine, eq(pushes.kind, 'test'), sql`${pushes.createdAt} > ${since.toISOString()}::timestamptz`))

export const listSent = (db: Db, mine: Scope<'pushes'>, ids: readonly string[]): Promise<Sent[]> =>
  db
    .select({
      id: pushes.id,
      device: pushes.device,
      status: pushes.status,
      reason: pushes.reason,
      detail: pushes.detail,
    })
    .from(pushes)
    .where(and(mine, oneOf(sql`${pushes.id}`, ids)))
    .orderBy(pushes.device, pushes.id)

type Status = Omit<Output<'push-status'>, 'contact'>
const shownFailures = 20

/** The number of devices and their people, and the outcomes of the messages since then. */
export const findStatus = async (
  db: Db,
  devices: Scope<'push_subscriptions'>,
  seen: Scope<'pushes'>,
  since: Date,
): Promise<Status> => {
  const after = sql`${since.toISOString()}::timestamptz`
  const [found] = await rows<Status>(
    db,
    sql`
    select d.*, (select json_build_object('sent', count(*) filter (where pushes.status = 'sent'), 'queued', count(*) filter (where pushes.status = 'queued'), 'failed', count(*) filter (where pushes.status = 'failed'))
        from pushes where ${seen} and pushes.created_at > ${after}) as week,
      coalesce((select json_agg(f) from (
        select pushes.id, pushes.device, pushes.status, pushes.reason, pushes.detail, pushes.kind, ${asInstant(sql`pushes.created_at`)} as at, p.name as person, p.native_name as "nativeName"
        from pushes join persons p on p.id = pushes.person_id where ${seen} and pushes.created_at > ${after}
          and (pushes.status = 'failed' or (pushes.status = 'queued' and ${isNotNull(pushes.reason)}))
        order by pushes.created_at desc, pushes.id limit ${shownFailures}) f), '[]') as failures
    from (select count(*)::int as devices, count(distinct push_subscriptions.person_id)::int as people from push_subscriptions where ${devices}) d`,
  )
  return found!
}

export type Push = {
  id: string
  personId: string
  language: string
  kind: PushKind
  about: string
  path: string
  isUrgent: boolean
  expiresAt: string
  attempts: number
  status: PushStatus
  reason: PushReason | null
  device: { id: string; endpoint: string; p256dh: string; secret: string; schoolKey: string } | null
  /** True if a person who may get the message is signed in on the device. */
  isEntitled: boolean
}

/** A queued message, with its device and whether it may still go there; null if it isn't queued. */
export const findPush = async (db: Db, id: string): Promise<Push | null> => {
  const [found] = await rows<Push>(
    db,
    sql`
    select u.id, u.person_id, p.language, u.kind, u.about, u.path, u.is_urgent, ${asInstant(sql`u.expires_at`)} as "expiresAt", u.attempts, u.status, u.reason,
      case when d.id is not null then json_build_object('id', d.id, 'endpoint', d.endpoint, 'p256dh', d.p256dh, 'secret', d.secret, 'schoolKey', d.school_key) end as device,
      coalesce(${isSignedIn('d')} and d.person_id = u.person_id and (u.kind = 'test' or ${isReachable}), false) as "isEntitled"
    from pushes u join persons p on p.id = u.person_id left join push_subscriptions d on d.id = u.subscription_id
    where u.id = ${id}::uuid and u.status = 'queued'`,
  )
  return found ?? null
}

export const changePush = async (
  db: Db,
  id: string,
  values: Partial<Pick<typeof pushes.$inferInsert, 'status' | 'reason' | 'detail' | 'attempts' | 'sentAt'>>,
): Promise<void> => {
  await db.update(pushes).set(values).where(eq(pushes.id, id))
}

export const noteSent = async (db: Db, deviceId: string, at: Date): Promise<void> => {
  await db.update(pushSubscriptions).set({ lastSentAt: at }).where(eq(pushSubscriptions.id, deviceId))
}

export const forgetDevice = async (db: Db, deviceId: string): Promise<void> => {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, deviceId))
}

/** True if another message was refused since then, so that the office already knows. */
export const wasRefused = async (db: Db, since: Date, id: string): Promise<boolean> =>
  (await db.$count(
    pushes,
    and(
      eq(pushes.reason, 'refused'),
      sql`${pushes.createdAt} > ${since.toISOString()}::timestamptz`,
      sql`${pushes.id} <> ${id}::uuid`,
    ),
  )) > 0

/** Deletes messages older than `before`, and devices on which nobody is signed in. */
export const forgetOld = async (db: Db, before: Date): Promise<void> => {
  await db.delete(pushes).where(sql`${pushes.createdAt} < ${before.toISOString()}::timestamptz`)
  await db.delete(pushSubscriptions).where(sql`not ${isSignedIn('push_subscriptions')}`)
}

/** The categories that a person doesn't want on their devices. */
export const listUnwanted = async (db: Db, personId: string): Promise<MailCategory[]> =>
  (
    await db
      .select({ category: notificationPreferences.category })
      .from(notificationPreferences)
      .where(and(eq(notificationPreferences.personId, personId), eq(notificationPreferences.push, 'off')))
  ).map(({ category }) => category)

/** Stores whether a person wants messages of a category on their devices. Their choice of letters stays as it is. */
export const choosePush = async (
  db: Db,
  personId: string,
  category: PushCategory,
  isWanted: boolean,
): Promise<void> => {
  const push = isWanted ? ('instant' as const) : ('off' as const)
  await db
    .insert(notificationPreferences)
    .values({ personId, category, push })
    .onConflictDoUpdate({
      target: [notificationPreferences.personId, notificationPreferences.category],
      set: { push },
    })
}
