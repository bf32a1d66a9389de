import { and, inArray, sql } from 'drizzle-orm'
import { enrollableSections } from '#contract/enrolment/classes.ts'
import type { Output } from '#contract/index.ts'
import { registrableTerms } from '#contract/school/terms.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { drawOf } from '#server/enrolment/lotteries/tables.ts'
import { hasSpot } from '#server/people/students/tables.ts'
import { freeSeatsIn } from './tables.ts'
import { otherTermOf } from '#server/school/terms/tables.ts'

export type Visit = Omit<Output<'enrolments-familyTimes'>['visits'][number], 'conflicts'>
type Section = {
  id: string
  courseId: string
  termId: string
  weekday: number
  startsAt: string
  endsAt: string
  placesLeft: number
}
type Found = { children: number; visits: Visit[]; sections: Section[] }

/** The classes of all children of a student's household, and the classes that take students now. */
export const findTimes = async (
  db: Db,
  seen: Scope<'students'>,
  studentId: string,
  now: Date,
): Promise<Found | null> => {
  const [found] = await rows<Found>(
    db,
    sql`
    select (select count(*)::int from students o where o.household_id = students.household_id) as children,
      coalesce((select json_agg(json_build_object('studentId', p.id, 'student', p.name, 'studentNativeName', p.native_name, 'sectionId', x.id, 'section', x.name,
          'sectionNativeName', x.native_name, 'otherTerm', ${otherTermOf('t')}, 'termId', x.term_id, 'weekday', x.weekday, 'startsAt', x.starts_at, 'endsAt', x.ends_at) order by t.starts_on, x.weekday, x.starts_at, p.name)
        from students o join persons p on p.id = o.id join enrolments e on e.student_id = o.id and ${hasSpot('e')} join sections x on x.id = e.section_id
          join terms t on t.id = x.term_id and t.status <> 'archived' where o.household_id = students.household_id), '[]') as visits,
      coalesce((select json_agg(json_build_object('id', s.id, 'courseId', s.course_id, 'termId', s.term_id, 'weekday', s.weekday, 'startsAt', s.starts_at, 'endsAt', s.ends_at,
          'placesLeft', ${freeSeatsIn('s', now)}) order by s.name, s.id)
        from sections s join terms t on t.id = s.term_id where ${inArray(sql`s.status`, [...enrollableSections])} and ${inArray(sql`t.status`, [...registrableTerms])}
          and ${drawOf('s', now)} is null), '[]') as sections
    from students where ${and(seen, sql`students.id = ${studentId}::uuid`)}`,
  )
  return found ?? null
}
