import { inArray, sql } from 'drizzle-orm'
import { sessionDays, startOfDay } from '#rules/calendar.ts'
import { type Db, inPieces, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import { syncMeetings } from '#server/enrolment/classes/acts.ts'
import { courses, programmes, rooms, sections, sectionTeachers } from '#server/enrolment/classes/tables.ts'
import { enrolments } from '#server/enrolment/enrolments/tables.ts'
import { hasSpot, students } from '#server/people/students/tables.ts'
import { teachers } from '#server/people/teachers/tables.ts'
import { sessionDates, terms } from '#server/school/terms/tables.ts'
import { endRole, grantAgain } from '#server/access/users/acts.ts'
import { writePeople } from '../shared/acts.ts'
import type { Writes } from './draft.ts'
import { onerosterIds } from './tables.ts'

/** The changes as a relation `c`, for updates of all rows at once. */
const given = (list: readonly object[], shape: string) =>
  sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as c(${sql.raw(shape)})`

const writeOffer = async (db: Db, writes: Writes, at: Date): Promise<void> => {
  await inPieces(writes.terms, piece =>
    db.insert(terms).values(piece.map(term => ({ ...term, status: 'draft' as const, createdAt: at }))),
  )
  await inPieces(
    writes.terms.flatMap(term => sessionDays(term, []).map(onDay => ({ termId: term.id, onDay }))),
    piece => db.insert(sessionDates).values(piece),
  )
  await rows(
    db,
    sql`update terms set name = c.name, native_name = c."nativeName" from ${given(writes.termNames, 'id uuid, name text, "nativeName" text')} where terms.id = c.id`,
  )
  await inPieces(writes.programmes, piece => db.insert(programmes).values(piece))
  await inPieces(writes.courses, piece => db.insert(courses).values(piece))
  await rows(
    db,
    sql`update courses set name = c.name, native_name = c."nativeName", programme_id = c."programmeId", level = c.level, description = c.description
      from ${given(writes.courseChanges, 'id uuid, name text, "nativeName" text, "programmeId" uuid, level int, description text')} where courses.id = c.id`,
  )
  await inPieces(writes.courseEnds, piece =>
    db.update(courses).set({ archivedAt: at }).where(inArray(courses.id, piece)),
  )
  await inPieces(writes.rooms, piece => db.insert(rooms).values(piece))
  await inPieces(writes.sections, piece =>
    db
      .insert(sections)
      .values(
        piece.map(section => ({ ...section, tuitionCents: 0, booksCents: 0, status: 'draft' as const, createdAt: at })),
      ),
  )
  await rows(
    db,
    sql`update sections set name = c.name, native_name = c."nativeName", room_id = c."roomId"
      from ${given(writes.sectionChanges, 'id uuid, name text, "nativeName" text, "roomId" uuid')} where sections.id = c.id`,
  )
  await inPieces(writes.sectionEnds, piece =>
    db.update(sections).set({ status: 'cancelled' }).where(inArray(sections.id, piece)),
  )
  for (const termId of new Set(writes.sections.map(section => section.termId))) await syncMeetings(db, termId)
}

/** Stores who teaches from now on, and who has stopped teaching or learning. */
const writeStanding = async (db: Db, writes: Writes, at: Date): Promise<void> => {
  const teaching = [...new Set([...writes.teachers, ...writes.duties.map(({ teacherId }) => teacherId)])]
  await inPieces(teaching, piece =>
    db
      .insert(teachers)
      .values(piece.map(id => ({ id, createdAt: at })))
      .onConflictDoNothing(),
  )
  await grantAgain(db, [...writes.teachers], 'teacher', at)
  await inPieces(writes.studentEnds, piece =>
    db.update(students).set({ archivedAt: at }).where(inArray(students.id, piece)),
  )
  await inPieces(writes.teacherEnds, piece =>
    db.update(teachers).set({ archivedAt: at }).where(inArray(teachers.id, piece)),
  )
  if (writes.teacherEnds.length > 0) await endRole(db, writes.teacherEnds, 'teacher')
}

const writeSeats = async (db: Db, writes: Writes, zone: string, at: Date): Promise<void> => {
  await inPieces(writes.duties, piece => db.insert(sectionTeachers).values(piece).onConflictDoNothing())
  await rows(
    db,
    sql`delete from section_teachers t using ${given(writes.dutyEnds, '"sectionId" uuid, "teacherId" uuid')}
      where t.section_id = c."sectionId" and t.teacher_id = c."teacherId"`,
  )
  await inPieces(writes.enrolments, piece =>
    db.insert(enrolments).values(
      piece.map(({ beginOn, ...enrolment }) => ({
        ...enrolment,
        status: 'active' as const,
        createdAt: beginOn === null ? at : startOfDay(zone, beginOn),
      })),
    ),
  )
  await rows(
    db,
    sql`update enrolments set status = 'dropped', ended_at = ${at.toISOString()}::timestamptz where ${oneOf(sql`id`, writes.enrolmentEnds)} and ${hasSpot('enrolments')}`,
  )
}

/** Writes a plan, table by table in the order in which they build on each other. */
export const writePlan = async (
  db: Db,
  writes: Writes,
  zone: string,
  at: Date,
  rights: { mayAddressStaff: boolean; by: string | null },
): Promise<void> => {
  await writeOffer(db, writes, at)
  await writePeople(db, writes.people, at, rights)
  await writeStanding(db, writes, at)
  await writeSeats(db, writes, zone, at)
  await inPieces(writes.ids, piece => db.insert(onerosterIds).values(piece).onConflictDoNothing())
}
