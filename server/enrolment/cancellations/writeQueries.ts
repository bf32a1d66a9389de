import { eq, sql } from 'drizzle-orm'
import { pendingSignUps } from '#contract/communication/events.plain.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import { hasStatus } from '#server/platform/tables.ts'
import { hasHistory } from '#server/teaching/absences/tables.ts'
import { isOff } from '#server/enrolment/classes/tables.ts'
import { onThatDay } from './queries.ts'
import { cancellations, releasedDuties } from './tables.ts'

export const insertCancellation = async (db: Db, values: typeof cancellations.$inferInsert): Promise<void> => {
  await db.insert(cancellations).values(values)
}

export const updateCancellation = async (
  db: Db,
  id: string,
  values: Partial<typeof cancellations.$inferInsert>,
): Promise<void> => {
  await db.update(cancellations).set(values).where(eq(cancellations.id, id))
}

/** Locks a term's school day on a date; null where there is none. */
export const lockDateOn = async (
  db: Db,
  termId: string,
  onDay: string,
): Promise<{ id: string; isFree: boolean } | null> => {
  const [found] = await rows<{ id: string; isFree: boolean }>(
    db,
    sql`select d.id, d.status in ('scheduled','held') as "isFree" from session_dates d where d.term_id = ${termId}::uuid and d.on_day = ${onDay}::date for update of d`,
  )
  return found ?? null
}

type MakeUps = { held: number; isOff: boolean }
/** The state of the day on which the lessons of a cancellation are made up. Locks its meetings. */
export const lockMakeUps = async (db: Db, dateId: string, lessonIds: readonly string[]): Promise<MakeUps> => {
  const found = await rows<{ isHeld: boolean; isOff: boolean }>(
    db,
    sql`select m.roll_taken_at is not null or ${hasHistory('m')} as "isHeld", ${isOff('m', 'd')} as "isOff"
      from meetings m join session_dates d on d.id = m.session_date_id where d.id = ${dateId}::uuid and ${oneOf(sql`m.makes_up_id`, lessonIds)} order by m.id for update of m`,
  )
  return { held: found.filter(({ isHeld }) => isHeld).length, isOff: found.some(({ isOff }) => isOff) }
}

/** How events handle their shifts and things to bring when a school day is canceled or takes place after all. */
export type Duties = {
  /** Closes these shifts for sign-ups and excuses the people who had signed up. */
  release(db: Db, slotIds: readonly string[], signUpIds: readonly string[], at: Date): Promise<void>
  /** Restores shifts that a cancellation released, where nothing else has changed them since. */
  takeBack(db: Db, cancellationId: string, slotIds: readonly string[]): Promise<void>
}

/**
 * Closes the shifts and things to bring of events on a school day for sign-ups, and excuses the people who had signed
 * up. Returns the number of people excused.
 */
export const releaseDuties = async (
  db: Db,
  duties: Duties,
  {
    cancellationId,
    sessionDateId,
    eventIds,
    at,
  }: { cancellationId: string; sessionDateId: string; eventIds: readonly string[]; at: Date },
): Promise<number> => {
  if (eventIds.length === 0) return 0
  const slots = (
    await rows<{ id: string }>(
      db,
      sql`select s.id from event_slots s join events e on e.id = s.event_id cross join session_dates d
        where d.id = ${sessionDateId}::uuid and e.status = 'published' and s.released_at is null and ${oneOf(sql`e.id`, eventIds)} and ${onThatDay('s', 'e')} order by s.id for update of s`,
    )
  ).map(({ id }) => id)
  const taken = await rows<{ id: string; status: 'taken' | 'confirmed' }>(
    db,
    sql`select u.id, u.status from slot_signups u where ${oneOf(sql`u.slot_id`, slots)} and ${hasStatus('u', pendingSignUps)} order by u.id for update`,
  )
  if (taken.length > 0)
    await db
      .insert(releasedDuties)
      .values(taken.map(({ id, status }) => ({ cancellationId, signUpId: id, was: status })))
  await duties.release(
    db,
    slots,
    taken.map(({ id }) => id),
    at,
  )
  return taken.length
}

/** Restores released shifts, where nothing else has changed them since. */
export const takeDutiesBack = async (
  db: Db,
  duties: Duties,
  { cancellationId, sessionDateId, madeAt }: { cancellationId: string; sessionDateId: string; madeAt: Date },
): Promise<void> => {
  const released = await rows<{ id: string }>(
    db,
    sql`select s.id from event_slots s join events e on e.id = s.event_id cross join session_dates d
      where d.id = ${sessionDateId}::uuid and s.released_at = ${madeAt.toISOString()}::timestamptz and ${onThatDay('s', 'e')} order by s.id for update of s`,
  )
  await duties.takeBack(
    db,
    cancellationId,
    released.map(({ id }) => id),
  )
}
