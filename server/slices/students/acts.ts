import { sql } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'

/** Whose screens show a student: guardians with data access, and the teachers of the classes it sits in. */
export const listPeopleOf = async (db: Db, studentId: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`
      select guardian_id as id from guardianships where student_id = ${studentId}::uuid and has_data_access
      union select t.teacher_id from enrolments e join section_teachers t on t.section_id = e.section_id where e.student_id = ${studentId}::uuid and e.status in ('active','completed')`,
    )
  ).map(({ id }) => id)
