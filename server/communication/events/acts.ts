import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'

/** Releases shifts and things to bring: nobody can take them from now on, and those who signed up are excused. */
const release = async (db: Db, slotIds: readonly string[], signUpIds: readonly string[], at: Date): Promise<void> => {
  await db.execute(sql`update slot_signups set status = 'excused' where ${oneOf(sql`id`, signUpIds)}`)
  await db.execute(
    sql`update event_slots set released_at = ${at.toISOString()}::timestamptz where ${oneOf(sql`id`, slotIds)}`,
  )
}

/** Restores shifts that a cancellation released, unless they have changed since. */
const takeBack = async (db: Db, cancellationId: string, slotIds: readonly string[]): Promise<void> => {
  await db.execute(sql`update event_slots set released_at = null where ${oneOf(sql`id`, slotIds)}`)
  await db.execute(
    sql`update slot_signups u set status = r.was from released_duties r where r.cancellation_id = ${cancellationId}::uuid and r.sign_up_id = u.id and u.status = 'excused'`,
  )
}

/** What happens to the duties of events when their day is canceled or restored. */
export const duties = { release, takeBack }

/** Revokes the address of a person's calendar. */
export const endFeedOf = async (db: Db, personId: string, at: Date): Promise<void> => {
  await db.execute(
    sql`update calendar_feeds set revoked_at = ${at.toISOString()}::timestamptz where person_id = ${personId}::uuid and revoked_at is null`,
  )
}
