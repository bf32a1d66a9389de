import { sql } from 'drizzle-orm'
import type { KnownClass } from '#rules/imports/classesIn.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isOnWaitlist, isSeated } from '#server/enrolment/enrolments/tables.ts'

/** The classes of a term that are not canceled, with the names by which sheets may mention them. */
export const listKnownClasses = (db: Db, seen: Scope<'sections'>, termId: string): Promise<KnownClass[]> =>
  rows<KnownClass>(
    db,
    sql`
    select sections.id, sections.name, sections.native_name, c.name as course, c.native_name as "courseNativeName", sections.weekday, sections.starts_at,
      (select coalesce(json_agg(json_build_object('name', p.name, 'nativeName', p.native_name)), '[]')
        from section_teachers st join persons p on p.id = st.teacher_id where st.section_id = sections.id) as teachers
    from sections join courses c on c.id = sections.course_id
    where ${seen} and sections.term_id = ${termId}::uuid and sections.status <> 'cancelled' order by sections.name, sections.id`,
  )

type Place = { studentId: string; sectionId: string }
/** The pairs of these students and classes where the student is enrolled or on the waitlist. */
export const listPlacesOf = (db: Db, studentIds: readonly string[], sectionIds: readonly string[]): Promise<Place[]> =>
  rows<Place>(
    db,
    sql`
    select e.student_id, e.section_id from enrolments e where ${oneOf(sql`e.student_id`, studentIds)} and ${oneOf(sql`e.section_id`, sectionIds)} and ${isSeated}
    union select w.student_id, w.section_id from waitlist_entries w
    where ${oneOf(sql`w.student_id`, studentIds)} and ${oneOf(sql`w.section_id`, sectionIds)} and ${isOnWaitlist('w')}`,
  )
