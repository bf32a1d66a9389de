import { and, eq, lt, sql } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import type { Job } from '#server/platform/jobs.ts'
import { post } from '#server/platform/mail.ts'
import { school } from '#server/slices/config/tables.ts'
import { type Recipient, schoolDayLetter } from './letters.ts'
import { sessionDates } from './tables.ts'

/** Teachers of the classes that meet on a school day, and guardians with data access to a student in one of them. */
const listConcerned = (db: Db, sessionDateId: string): Promise<Recipient[]> =>
  rows<Recipient>(
    db,
    sql`
    with meeting as (
      select s.id from meetings m join sections s on s.id = m.section_id where m.session_date_id = ${sessionDateId}::uuid and s.status in ('open','running')
    ), concerned as (
      select t.teacher_id as id from meeting join section_teachers t on t.section_id = meeting.id
      union
      select g.guardian_id from meeting join enrolments e on e.section_id = meeting.id and e.status = 'active'
        join guardianships g on g.student_id = e.student_id and g.has_data_access
    )
    select p.email, p.name, p.native_name as "nativeName", p.language from concerned join persons p on p.id = concerned.id where p.email <> '' order by p.id`,
  )

/**
 * Writes to families and teachers that a school day is cancelled, or takes place after all. Nobody is told twice, nor
 * of what was changed again meanwhile. It is urgent, so it does not ask who wants which mails.
 */
export const tellSchoolDay: Job<{ sessionDateId: string; sequence: number }> = {
  name: 'terms-tell-school-day',
  run: ({ sessionDateId, sequence }, { database, settings, enqueue }) =>
    database.transaction(async (db, client) => {
      const [date] = await db
        .update(sessionDates)
        .set({ toldSequence: sequence })
        .where(
          and(
            eq(sessionDates.id, sessionDateId),
            eq(sessionDates.sequence, sequence),
            lt(sessionDates.toldSequence, sequence),
          ),
        )
        .returning({ onDay: sessionDates.onDay, status: sessionDates.status, reason: sessionDates.note })
      const [found] = await db.select({ school: school.name, nativeSchool: school.nativeName }).from(school)
      if (!date || !found) return
      const day = { ...date, ...found, isCancelled: date.status === 'cancelled' }
      const context = { db, settings, enqueue: <T extends object>(job: Job<T>, data: T) => enqueue(client, job, data) }
      for (const recipient of await listConcerned(db, sessionDateId))
        await post(context, schoolDayLetter(day, recipient, `${settings.publicUrl}/dashboard/`))
    }),
}
