import { eq, sql } from 'drizzle-orm'
import { type AttendanceCode, attendanceMeaning } from '#contract/teaching/absences.ts'
import type { Db } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import { comes, isVisiting, keepsDay, visits } from './tables.ts'

/** Moves visits of make-up lessons that are removed back to the original day, which takes place after all. */
export const takeVisitsBack = async (db: Db, dateId: string, lessonIds: readonly string[]): Promise<void> => {
  await db.execute(
    sql`update visits v set on_day = m.on_day from meetings made, meetings m
      where made.session_date_id = ${dateId}::uuid and ${oneOf(sql`made.makes_up_id`, lessonIds)} and m.id = made.makes_up_id
        and v.section_id = made.section_id and v.on_day = made.on_day and ${isVisiting}
        and not exists (select 1 from visits o where o.student_id = v.student_id and o.section_id = v.section_id and o.on_day = m.on_day and ${keepsDay('o')})`,
  )
}

/** Cancels the visits of a class that have not taken place, because the class is canceled for good. */
export const cancelVisits = async (db: Db, sectionId: string, at: Date): Promise<void> => {
  await db.execute(
    sql`with ${comes(sectionId, at)} update visits set status = 'cancelled', decided_at = ${at.toISOString()}::timestamptz where id in (select id from comes)`,
  )
}

type GuestMark = { enrolmentId: string; code: AttendanceCode | null; note: string }
/**
 * Marks guests on a roll; the id is the visit's. Guests have no attendance rows, so the mark is stored with the visit.
 */
export const markGuests = async (db: Db, marks: readonly GuestMark[], by: string | null, at: Date): Promise<void> => {
  await Promise.all(
    marks.map(({ enrolmentId, code, note }) =>
      db
        .update(visits)
        .set({
          code,
          isPresent: code === null ? null : attendanceMeaning[code].isPresent,
          rollNote: note,
          recordedBy: by,
          recordedAt: at,
        })
        .where(eq(visits.id, enrolmentId)),
    ),
  )
}
