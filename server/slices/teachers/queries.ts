import { sql } from 'drizzle-orm'
import type { Teacher, TeacherMeeting } from '#contract/teachers.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, pageSize } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { persons } from '#server/slices/users/tables.ts'

const matching = (search: string) => (search === '' ? sql`true` : sql`p.search_text like ${containing(search)}`)

/** Whoever has stopped teaching keeps their record and leaves the lists. */
const isTeaching = sql`exists (select 1 from role_grants g where g.person_id = p.id and g.role = 'teacher' and g.ends_at is null)`

export const listTeachers = (
  db: Db,
  seen: Scope<'teachers'>,
  search: string,
  after: readonly unknown[] | null,
): Promise<Teacher[]> =>
  rows<Teacher>(
    db,
    sql`
    select p.id, p.name, p.native_name as "nativeName", p.email, p.phone,
      coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'nativeName', s.native_name, 'crayon', s.crayon) order by s.starts_at, s.name)
        from section_teachers st join sections s on s.id = st.section_id join terms on terms.id = s.term_id
        where st.teacher_id = p.id and terms.status in ('registration','active','grading') and s.status <> 'cancelled'), '[]') as sections,
      (select count(distinct e.student_id)::int from section_teachers st join enrolments e on e.section_id = st.section_id
        where st.teacher_id = p.id and e.status = 'active') as "studentCount"
    from teachers join persons p on p.id = teachers.id
    where ${seen} and ${isTeaching} and ${matching(search)} and ${after ? sql`(p.name, p.id) > (${after[0]}, ${after[1]}::uuid)` : sql`true`}
    order by p.name, p.id limit ${pageSize + 1}`,
  )

export const countTeachers = async (db: Db, seen: Scope<'teachers'>, search: string): Promise<number> =>
  (
    await rows<{ total: number }>(
      db,
      sql`select count(*)::int as total from teachers join persons p on p.id = teachers.id where ${seen} and ${isTeaching} and ${matching(search)}`,
    )
  )[0]!.total

/** A person of that address, whoever they are to the school by now. */
export const findPersonByEmail = async (db: Db, email: string): Promise<{ id: string; isTeacher: boolean } | null> => {
  const [person] = await rows<{ id: string; isTeacher: boolean }>(
    db,
    sql`select p.id, exists(select 1 from teachers t where t.id = p.id) as "isTeacher" from persons p where p.email = ${email} order by p.id limit 1`,
  )
  return person ?? null
}

export const insertPerson = async (db: Db, values: typeof persons.$inferInsert): Promise<string> =>
  (await db.insert(persons).values(values).returning({ id: persons.id }))[0]!.id

const meetingColumns = sql`
  m.id as "meetingId", sections.id as "sectionId", sections.name as section, sections.native_name as "nativeName", sections.crayon,
  coalesce(r.name, '') as room, m.on_day as "onDay", sections.starts_at as "startsAt", sections.ends_at as "endsAt",
  (select count(*)::int from enrolments e where e.section_id = sections.id and e.status in ('active','completed')) as "studentCount",
  m.roll_taken_at is not null as "isRollTaken",
  (select count(*)::int from attendance a where a.meeting_id = m.id and a.is_present) as present,
  (select count(*)::int from attendance a where a.meeting_id = m.id and not a.is_present) as absent`

/** A teacher's meetings of today, of the next day that has any, and the past ones whose roll is missing. */
export const listMeetings = (
  db: Db,
  taught: Scope<'sections'>,
  today: string,
  now: Date,
): Promise<(TeacherMeeting & { when: 'today' | 'next' | 'missing' })[]> =>
  rows<TeacherMeeting & { when: 'today' | 'next' | 'missing' }>(
    db,
    sql`
    with mine as (
      select m.* from meetings m join sections on sections.id = m.section_id join session_dates d on d.id = m.session_date_id
      where ${taught} and d.status <> 'cancelled' and sections.status in ('open','running','ended')
    )
    select ${meetingColumns},
      case when m.on_day = ${today}::date then 'today' when m.on_day > ${today}::date then 'next' else 'missing' end as "when"
    from mine m join sections on sections.id = m.section_id left join rooms r on r.id = sections.room_id
    where m.on_day = ${today}::date
      or m.on_day = (select min(n.on_day) from mine n where n.on_day > ${today}::date)
      or (m.on_day < ${today}::date and m.roll_taken_at is null and m.ends_at < ${now.toISOString()}::timestamptz
        and exists (select 1 from enrolments e where e.section_id = sections.id and e.status in ('active','completed')))
    order by m.on_day, m.starts_at, sections.name`,
  )
