import { sql } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import { hasHistory, markCounts } from '#server/teaching/absences/tables.ts'
import { meetings, sectionTeachers } from './tables.ts'

/**
 * Raises the sequence numbers of a class's lessons without attendance, so that calendars take its new name, room or
 * teachers. Call it before these are written: it compares them with what is stored.
 */
export const renumberLessons = async (
  db: Db,
  sectionId: string,
  {
    name,
    nativeName,
    roomId,
    teacherIds,
  }: { name: string; nativeName: string; roomId: string | null; teacherIds: readonly string[] },
  at: Date,
): Promise<void> => {
  await db
    .update(meetings)
    .set({ changedAt: at, sequence: sql`sequence + 1` })
    .where(
      sql`section_id = ${sectionId}::uuid and roll_taken_at is null and exists (select 1 from sections s where s.id = section_id
        and ((s.name, s.native_name, s.room_id) is distinct from (${name}, ${nativeName}, ${roomId}::uuid)
          or array(select st.teacher_id from section_teachers st where st.section_id = s.id order by st.teacher_id)
            is distinct from array(select unnest(${sql.param([...teacherIds])}::uuid[]) order by 1)))`,
    )
}

/** Cancels one lesson or, with null, restores it. Raises its sequence number, so that calendars take the change. */
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

/** Adds make-up lessons for canceled lessons on a day, at their usual hour. Returns how many found room on it. */
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

/** Removes make-up lessons from their day. */
export const removeMakeUps = async (db: Db, dateId: string, lessonIds: readonly string[]): Promise<void> => {
  await db.execute(
    sql`delete from meetings m where m.session_date_id = ${dateId}::uuid and ${oneOf(sql`m.makes_up_id`, lessonIds)}`,
  )
}

/** Cancels a class for good and removes its future lessons from the calendars. */
export const closeSection = async (db: Db, sectionId: string, at: Date): Promise<void> => {
  await db.execute(
    sql`delete from meetings m where section_id = ${sectionId}::uuid and m.roll_taken_at is null and m.starts_at > ${at.toISOString()}::timestamptz and not ${hasHistory('m')}`,
  )
  await db.execute(sql`update sections set status = 'cancelled' where id = ${sectionId}::uuid`)
}

/** Updates the counts of a roll's marks. A roll counts as taken while it has a mark; returns whether it does. */
export const noteRoll = async (db: Db, meetingId: string, at: Date): Promise<boolean> => {
  const [meeting] = await rows<{ isTaken: boolean }>(
    db,
    sql`
    update meetings m set present_count = n.present, absent_count = n.absent,
      roll_taken_at = case when n.present + n.absent > 0
        or exists (select 1 from visits v where v.section_id = m.section_id and v.on_day = m.on_day and v.code is not null) then ${at.toISOString()}::timestamptz end
    from (select ${markCounts} from attendance a where a.meeting_id = ${meetingId}::uuid) n
    where m.id = ${meetingId}::uuid returning m.roll_taken_at is not null as "isTaken"`,
  )
  return meeting?.isTaken ?? false
}

/** Copies classes as drafts into another term, without enrolments or history. */
export const insertCopies = async (
  db: Db,
  copies: readonly { id: string; from: string; roomId: string | null; teacherIds: readonly string[] }[],
  into: { termId: string; fees: boolean; at: Date },
): Promise<void> => {
  await rows(
    db,
    sql`
    insert into sections (id, term_id, course_id, room_id, name, native_name, weekday, starts_at, ends_at, capacity, minimum, age_from, age_to, age_cutoff,
      tuition_cents, books_cents, needs_approval, audit_cents, trial_cents, trial_needs_approval, day_cents, crayon, status, created_at)
    select x.id, ${into.termId}::uuid, s.course_id, x."roomId", s.name, s.native_name, s.weekday, s.starts_at, s.ends_at, s.capacity, s.minimum, s.age_from, s.age_to, s.age_cutoff,
      case when ${into.fees} then s.tuition_cents else 0 end, case when ${into.fees} then s.books_cents else 0 end, s.needs_approval,
      case when ${into.fees} then s.audit_cents end, case when ${into.fees} then s.trial_cents end, s.trial_needs_approval, case when ${into.fees} then s.day_cents end, s.crayon, 'draft', ${into.at.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as x(id uuid, "from" uuid, "roomId" uuid) join sections s on s.id = x."from"`,
  )
  const taught = copies.flatMap(({ id, teacherIds }) => teacherIds.map(teacherId => ({ sectionId: id, teacherId })))
  if (taught.length > 0) await db.insert(sectionTeachers).values(taught)
}
