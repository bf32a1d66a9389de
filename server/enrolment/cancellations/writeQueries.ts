import { eq, sql, type SQL } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { oneOf } from '#server/platform/keys.ts'
import { meetings } from '#server/enrolment/classes/tables.ts'
import { sessionDates } from '#server/school/terms/tables.ts'
import { isVisiting } from '#server/enrolment/visits/tables.ts'
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

/** Changes the state of a school day; calendars see a higher number from then on. */
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

/** Calls one lesson off, or takes that back; calendars see a higher number from then on. */
export const updateLesson = async (
  db: Db,
  sessionDateId: string,
  sectionId: string,
  cancelledAt: Date | null,
  at: Date,
): Promise<void> => {
  await db
    .update(meetings)
    .set({ cancelledAt, changedAt: at, sequence: sql`sequence + 1` })
    .where(sql`session_date_id = ${sessionDateId}::uuid and section_id = ${sectionId}::uuid`)
}

/** The school day of a term on a day of the calendar, locked; null when there is none. */
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

/** Makes a school day outside the plan; null where somebody else has just made one. */
export const insertExtraDate = async (db: Db, termId: string, onDay: string, at: Date): Promise<string | null> => {
  const [made] = await db
    .insert(sessionDates)
    .values({ id: newId(), termId, onDay, isExtra: true, changedAt: at })
    .onConflictDoNothing()
    .returning({ id: sessionDates.id })
  return made?.id ?? null
}

/** Gives lessons that are called off a day on which they are made up, at their hour; how many found room on it. */
export const insertMakeUps = async (db: Db, lessonIds: readonly string[], dateId: string, at: Date): Promise<number> =>
  (
    await rows(
      db,
      sql`
      insert into meetings (id, section_id, session_date_id, on_day, starts_at, ends_at, makes_up_id, changed_at)
      select gen_random_uuid(), s.id, d.id, d.on_day, (d.on_day + s.starts_at::time) at time zone school.zone, (d.on_day + s.ends_at::time) at time zone school.zone, m.id, ${at.toISOString()}::timestamptz
      from meetings m join sections s on s.id = m.section_id and s.status in ('draft','published','open','running') cross join session_dates d cross join school
      where ${oneOf(sql`m.id`, lessonIds)} and d.id = ${dateId}::uuid
      on conflict (section_id, session_date_id) do nothing returning id`,
    )
  ).length

/** Whether marks were ever made in a meeting, as a condition: their history stays, so it does, too. */
export const hasHistory = (meeting: string): SQL =>
  sql.raw(`exists (select 1 from attendance_revisions v where v.meeting_id = ${meeting}.id)`)

type MakeUps = { held: number; isOff: boolean }
/** What became of the day on which the lessons of a cancellation are made up, with its meetings locked. */
export const lockMakeUps = async (db: Db, dateId: string, lessonIds: readonly string[]): Promise<MakeUps> => {
  const found = await rows<{ isHeld: boolean; isOff: boolean }>(
    db,
    sql`select m.roll_taken_at is not null or ${hasHistory('m')} as "isHeld", d.status in ('cancelled','made-up') or m.cancelled_at is not null as "isOff"
      from meetings m join session_dates d on d.id = m.session_date_id where d.id = ${dateId}::uuid and ${oneOf(sql`m.makes_up_id`, lessonIds)} order by m.id for update of m`,
  )
  return { held: found.filter(({ isHeld }) => isHeld).length, isOff: found.some(({ isOff }) => isOff) }
}

/** Visits of lessons that are not made up any more come to the day that takes place after all. */
export const takeVisitsBack = async (db: Db, dateId: string, lessonIds: readonly string[]): Promise<void> => {
  await db.execute(
    sql`update visits v set on_day = m.on_day from meetings made, meetings m
      where made.session_date_id = ${dateId}::uuid and ${oneOf(sql`made.makes_up_id`, lessonIds)} and m.id = made.makes_up_id
        and v.section_id = made.section_id and v.on_day = made.on_day and ${isVisiting}
        and not exists (select 1 from visits o where o.student_id = v.student_id and o.section_id = v.section_id and o.on_day = m.on_day and o.status in ('asked','approved','converted'))`,
  )
}

/** Takes lessons off the day on which they were to be made up, and the day itself where nothing else is left on it. */
export const removeMakeUps = async (db: Db, dateId: string, lessonIds: readonly string[]): Promise<void> => {
  await db.execute(
    sql`delete from meetings m where m.session_date_id = ${dateId}::uuid and ${oneOf(sql`m.makes_up_id`, lessonIds)}`,
  )
  await db.execute(
    sql`delete from session_dates d where d.id = ${dateId}::uuid and d.is_extra and not exists (select 1 from meetings m where m.session_date_id = d.id)`,
  )
}

/**
 * Releases the shifts and things to bring of events that lie on a school day: nobody takes them any more, and anyone
 * who had is excused. Says how many that were.
 */
export const releaseDuties = async (
  db: Db,
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
    sql`select u.id, u.status from slot_signups u where ${oneOf(sql`u.slot_id`, slots)} and u.status in ('taken','confirmed') order by u.id for update`,
  )
  if (taken.length > 0)
    await db
      .insert(releasedDuties)
      .values(taken.map(({ id, status }) => ({ cancellationId, signUpId: id, was: status })))
  await db.execute(
    sql`update slot_signups set status = 'excused' where ${oneOf(
      sql`id`,
      taken.map(({ id }) => id),
    )}`,
  )
  await db.execute(
    sql`update event_slots set released_at = ${at.toISOString()}::timestamptz where ${oneOf(sql`id`, slots)}`,
  )
  return taken.length
}

/** Puts released shifts back as they were, where nothing else became of them since. */
export const takeDutiesBack = async (
  db: Db,
  { cancellationId, sessionDateId, madeAt }: { cancellationId: string; sessionDateId: string; madeAt: Date },
): Promise<void> => {
  await db.execute(
    sql`update event_slots s set released_at = null from events e, session_dates d
      where e.id = s.event_id and d.id = ${sessionDateId}::uuid and s.released_at = ${madeAt.toISOString()}::timestamptz and ${onThatDay('s', 'e')}`,
  )
  await db.execute(
    sql`update slot_signups u set status = r.was from released_duties r where r.cancellation_id = ${cancellationId}::uuid and r.sign_up_id = u.id and u.status = 'excused'`,
  )
}
