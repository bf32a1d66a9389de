import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { isAhead, sessionDates } from './tables.ts'

/** Changes the status of a school day and raises its sequence number for calendars. */
export const updateDay = async (
  db: Db,
  id: string,
  values: { status: 'cancelled' | 'scheduled'; note: string; nativeNote: string; changedAt: Date },
): Promise<void> => {
  await db
    .update(sessionDates)
    .set({ ...values, sequence: sql`sequence + 1` })
    .where(eq(sessionDates.id, id))
}

const wasCancelledAlone = sql`exists (select 1 from cancellations c where c.session_date_id = d.id and c.section_id is null and c.restored_at is null)`

/**
 * Cancels the days of a term that are still ahead, with `why` in both languages: a term that is over has no more lessons.
 * Unlike days that the office
 * cancels one at a time, they have no cancellation, so families are neither told nor credited, and `resumeDays` finds
 * them again.
 */
export const endDays = async (
  db: Db,
  termId: string,
  why: { note: string; nativeNote: string },
  now: Date,
): Promise<void> => {
  await db.execute(sql`
    update session_dates d set status = 'cancelled', note = ${why.note}, native_note = ${why.nativeNote}, sequence = sequence + 1, changed_at = ${now.toISOString()}::timestamptz
    where d.term_id = ${termId}::uuid and ${isAhead('d', now)}`)
}

/** Restores the days that ended with their term. */
export const resumeDays = async (db: Db, termId: string, now: Date): Promise<void> => {
  await db.execute(sql`
    update session_dates d set status = 'scheduled', note = '', native_note = '', sequence = sequence + 1, changed_at = ${now.toISOString()}::timestamptz
    where d.term_id = ${termId}::uuid and d.status = 'cancelled' and not ${wasCancelledAlone}`)
}

/** Adds a school day outside the plan; null if it exists already. */
export const insertExtraDate = async (db: Db, termId: string, onDay: string, at: Date): Promise<string | null> => {
  const [made] = await db
    .insert(sessionDates)
    .values({ id: newId(), termId, onDay, isExtra: true, changedAt: at })
    .onConflictDoNothing()
    .returning({ id: sessionDates.id })
  return made?.id ?? null
}

/** Deletes a day outside the plan if it has no lessons left. */
export const removeEmptyDate = async (db: Db, id: string): Promise<void> => {
  await db.execute(
    sql`delete from session_dates d where d.id = ${id}::uuid and d.is_extra and not exists (select 1 from meetings m where m.session_date_id = d.id)`,
  )
}

/** A canceled school day counts as made up while its make-up day was held. */
const followMakeUp = async (db: Db, heldDateId: string): Promise<void> => {
  await db.execute(sql`
    update session_dates d set status = case when held.status = 'held' then 'made-up' else 'cancelled' end
    from cancellations c join session_dates held on held.id = c.make_up_date_id
    where c.make_up_date_id = ${heldDateId}::uuid and c.kind = 'day' and c.restored_at is null
      and d.id = c.session_date_id and d.status = case when held.status = 'held' then 'cancelled' else 'made-up' end`)
}

/**
 * All classes of a day share its row: concurrent rolls must not wait for the lock, and only clearing one waits for the
 * others.
 */
const lockDay = async (db: Db, id: string, isTaken: boolean): Promise<void> => {
  await db
    .select({ id: sessionDates.id })
    .from(sessionDates)
    .where(eq(sessionDates.id, id))
    .for(isTaken ? 'key share' : 'update')
}

const updateHeld = async (db: Db, id: string): Promise<void> => {
  const isHeld = sql`exists (select 1 from meetings m where m.session_date_id = ${id}::uuid and m.roll_taken_at is not null)`
  const status = sql`case when ${isHeld} then 'held' else 'scheduled' end`
  await db
    .update(sessionDates)
    .set({ status })
    .where(
      and(
        eq(sessionDates.id, id),
        inArray(sessionDates.status, ['scheduled', 'held']),
        ne(sessionDates.status, status),
      ),
    )
}

/** A day counts as held while at least one of its rolls is taken. Anything that takes or clears a roll calls this. */
export const followRoll = async (db: Db, sessionDateId: string, isTaken: boolean): Promise<void> => {
  await Promise.all([
    lockDay(db, sessionDateId, isTaken),
    updateHeld(db, sessionDateId),
    followMakeUp(db, sessionDateId),
  ])
}
