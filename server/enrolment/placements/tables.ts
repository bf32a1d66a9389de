import { sql, type SQL } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { asInstant, id, instant } from '#server/platform/tables.ts'
import { courses } from '#server/enrolment/classes/tables.ts'
import { students } from '#server/people/students/tables.ts'
import { persons } from '#server/access/users/tables.ts'
import { isEnrolled } from '#server/enrolment/enrolments/tables.ts'

/** The course in which the school placed a student. Rows are added, never changed: the newest of a program counts. */
export const placements = pgTable(
  'placements',
  {
    id: id(),
    studentId: uuid()
      .notNull()
      .references(() => students.id),
    courseId: uuid()
      .notNull()
      .references(() => courses.id),
    note: text().notNull().default(''),
    decidedBy: uuid().references(() => persons.id),
    decidedAt: instant().notNull(),
  },
  t => [
    index('placements_student').on(t.studentId, t.decidedAt.desc()),
    index('placements_course').on(t.courseId),
    index('placements_decided_by').on(t.decidedBy),
    index('placements_at').on(t.decidedAt.desc(), t.id.desc()),
  ],
)

/**
 * A placement with the names needed to show it; joins `placed` (placements), `pc` its course, `pp` the program, `pb`
 * the person who decided.
 */
export const placementColumns = sql`placed.id, placed.course_id as "courseId", pc.name as course, pc.native_name as "courseNativeName", pc.level,
  pc.programme_id as "programmeId", pp.name as programme, pp.native_name as "programmeNativeName", placed.note, coalesce(pb.name, '') as by, coalesce(pb.native_name, '') as "byNativeName", ${asInstant(sql`placed.decided_at`)} as at`
export const placementTables = sql`placements placed join courses pc on pc.id = placed.course_id join programmes pp on pp.id = pc.programme_id
  left join persons pb on pb.id = placed.decided_by`

/** The newest placement of a student in a program, as JSON; null where there is none. */
export const placementOf = (student: SQL, programme: SQL): SQL => sql`(
  select row_to_json(newest) from (select ${placementColumns} from ${placementTables}
    where placed.student_id = ${student} and pc.programme_id = ${programme} order by placed.decided_at desc, placed.id desc limit 1) newest)`

/** What the course rules (rules/readiness.ts) use of a student, as JSON. An audited class doesn't count. */
export const learnerOf = (student: SQL): SQL => sql`json_build_object(
  'studied', coalesce((select json_agg(distinct jsonb_build_object('courseId', lc.id, 'programmeId', lc.programme_id, 'level', lc.level))
    from enrolments le join sections ls on ls.id = le.section_id join courses lc on lc.id = ls.course_id
    where le.student_id = ${student} and ${isEnrolled('le')} and le.type = 'regular'), '[]'),
  'placed', coalesce((select json_agg(json_build_object('courseId', word.course_id, 'programmeId', word.programme_id, 'level', word.level)) from (
    select distinct on (lc.programme_id) lc.id as course_id, lc.programme_id, lc.level from placements lp join courses lc on lc.id = lp.course_id
    where lp.student_id = ${student} order by lc.programme_id, lp.decided_at desc, lp.id desc) word), '[]'))`
