import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isEnrollable, isOff } from '#server/enrolment/classes/tables.ts'
import { teacherAbsences } from './tables.ts'

type Absence = { id: string; onDay: string; reportedAt: string }

/** The days, from a given one on, for which the teacher has called in sick. */
export const listAbsences = async (db: Db, own: Scope<'teacher_absences'>, fromDay: string): Promise<Absence[]> => {
  const { id, onDay, reportedAt, withdrawnAt } = teacherAbsences
  const found = await db
    .select({ id, onDay, reportedAt })
    .from(teacherAbsences)
    .where(and(own, isNull(withdrawnAt), gte(onDay, fromDay)))
    .orderBy(asc(onDay), asc(reportedAt))
  return found.map(absence => ({ ...absence, reportedAt: absence.reportedAt.toISOString() }))
}

export const insertAbsence = async (
  db: Db,
  of: { teacherId: string; onDay: string; reportedAt: Date },
): Promise<string> => {
  const id = newId()
  await db.insert(teacherAbsences).values({ id, ...of })
  return id
}

/** Withdraws an absence and returns its day; null if there is none. */
export const withdrawAbsence = async (
  db: Db,
  own: Scope<'teacher_absences'>,
  id: string,
  at: Date,
): Promise<string | null> => {
  const [found] = await db
    .update(teacherAbsences)
    .set({ withdrawnAt: at })
    .where(and(own, eq(teacherAbsences.id, id), isNull(teacherAbsences.withdrawnAt)))
    .returning({ onDay: teacherAbsences.onDay })
  return found?.onDay ?? null
}

type Lesson = { name: string; nativeName: string; startsAt: string }

/** The lessons on a day, in classes of the scope, that are not over. */
export const listLessonsOn = (db: Db, taught: Scope<'sections'>, onDay: string, now: Date): Promise<Lesson[]> =>
  rows(
    db,
    sql`
    select sections.name, sections.native_name, sections.starts_at from meetings m join sections on sections.id = m.section_id
      join session_dates d on d.id = m.session_date_id
    where ${taught} and m.on_day = ${onDay}::date and m.ends_at > ${now.toISOString()}::timestamptz and not ${isOff('m', 'd')}
      and ${isEnrollable('sections')}
    order by m.starts_at, sections.name`,
  )

/** The school's contact details for emailing the office, and the teacher who calls in sick. */
export const findLetterhead = async (db: Db, teacherId: string) =>
  (
    await rows<{
      school: { name: string; nativeName: string; email: string; currency: string }
      teacher: { name: string; nativeName: string }
    }>(
      db,
      sql`
      select json_build_object('name', s.name, 'nativeName', s.native_name, 'email', s.email, 'currency', s.currency) as school,
        json_build_object('name', p.name, 'nativeName', p.native_name) as teacher
      from school s join persons p on p.id = ${teacherId}::uuid`,
    )
  )[0]!
