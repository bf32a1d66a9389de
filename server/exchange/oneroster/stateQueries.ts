import { sql } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isLive } from '#server/access/users/tables.ts'
import { listHouseholds, listPersons } from '../shared/queries.ts'
import { schoolId } from './relationQueries.ts'
import type { State } from './state.ts'

const parts: Record<keyof Omit<State, 'schoolId' | 'today' | 'zone' | 'people' | 'households'>, string> = {
  terms: `select id, name, native_name, starts_on, ends_on, weekdays from terms order by starts_on, id`,
  programmes: `select id, name, native_name from programmes where archived_at is null order by id`,
  courses: `select id, name, native_name, level, description, programme_id, archived_at is not null as "isArchived" from courses`,
  rooms: `select id, name from rooms`,
  sections: `select s.id, s.term_id, s.course_id, s.name, s.native_name, coalesce(r.name, '') as room, s.weekday,
    s.starts_at, s.ends_at, s.status from sections s left join rooms r on r.id = s.room_id`,
  duties: `select section_id, teacher_id from section_teachers`,
  teachers: `select t.id, t.archived_at is null and exists (select 1 from role_grants g where g.person_id = t.id and g.role = 'teacher' and LIVE) as "isTeaching" from teachers t`,
  care: `select g.student_id, g.guardian_id, s.household_id, g.has_data_access
    from guardianships g join students s on s.id = g.student_id`,
  enrolments: `select id, student_id, section_id, status from enrolments order by created_at, id`,
  ids: `select kind, sourced_id, our_id from oneroster_ids`,
}

/** Reads what an import is compared with: one statement per table, none per row. */
export const readState = async (db: Db, seen: Scope<'roster'>, now: Date): Promise<State> => {
  const [place] = await rows<{ schoolId: string; zone: string; today: string }>(
    db,
    sql`select ${schoolId} as "schoolId", school.zone,
      ((${now.toISOString()}::timestamptz) at time zone school.zone)::date as today from school where ${seen}`,
  )
  if (!place) throw new Error('there is no school to compare with')
  const read = <T>(part: keyof typeof parts): Promise<T[]> => {
    const [before, after] = parts[part].split('LIVE')
    const text = after === undefined ? sql.raw(before!) : sql`${sql.raw(before!)}${isLive('g')}${sql.raw(after)}`
    return rows<T>(db, sql`select * from (${text}) x where ${seen}`)
  }
  return {
    ...place,
    terms: await read('terms'),
    programmes: await read('programmes'),
    courses: await read('courses'),
    rooms: await read('rooms'),
    sections: await read('sections'),
    duties: await read('duties'),
    people: await listPersons(db, seen),
    households: await listHouseholds(db, seen),
    teachers: await read('teachers'),
    care: await read('care'),
    enrolments: await read('enrolments'),
    ids: await read('ids'),
  }
}
