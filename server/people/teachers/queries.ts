import type { Language } from '#contract/values.ts'
import { nameOrderOf } from '#server/platform/nameOrder.ts'
import { sql } from 'drizzle-orm'
import type {
  TeacherMeeting,
  TeacherRecord,
  TeacherRow,
  teacherSorts,
  teacherViews,
} from '#contract/people/teachers.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { limitTo, oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { type SortColumn, type Sorting, sorting } from '#server/platform/sorting.ts'
import { isOff } from '#server/enrolment/classes/tables.ts'
import type { Invitee } from '#server/access/users/acts.ts'
import { isTeaching, matchesSearch } from '#server/access/users/tables.ts'
import { isPlacedIn, lacksRoll } from '#server/teaching/absences/tables.ts'
import { isCurrentTerm, isTermUnfinished, otherTermOf } from '#server/school/terms/tables.ts'
import { isEnrolled } from '#server/enrolment/enrolments/tables.ts'

type Filter = { search: string; view: (typeof teacherViews)[number] }

const matching = ({ search, view }: Filter) => sql`
  ${view === 'archived' ? sql`teachers.archived_at is not null` : sql`teachers.archived_at is null and ${isTeaching(sql`p.id`)}`}
  and ${matchesSearch(sql`p.id`, search)}`

const studentCount = sql`(select count(distinct e.student_id)::bigint from section_teachers st join enrolments e on e.section_id = st.section_id
  where st.teacher_id = teachers.id and e.status = 'active')`
const columns = sql`
  p.id, p.name, p.native_name, p.email, p.phone, teachers.archived_at is not null as "isArchived", ${studentCount} as "studentCount",
  coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'nativeName', s.native_name, 'otherTerm', ${otherTermOf('terms')}, 'crayon', s.crayon) order by terms.starts_on, s.starts_at, s.name)
    from section_teachers st join sections s on s.id = st.section_id join terms on terms.id = s.term_id
    where st.teacher_id = p.id and ${isTermUnfinished('terms')} and s.status <> 'cancelled'), '[]') as sections`

const sortColumns = (language: Language): Record<(typeof teacherSorts)[number], SortColumn> => ({
  name: { by: nameOrderOf('p', language), type: 'text' },
  email: { by: sql`p.email`, type: 'text' },
  students: { by: studentCount, type: 'bigint' },
})
export const sortedTeachers = (
  language: Language,
  by: (typeof teacherSorts)[number] = 'name',
  isDown: boolean = false,
  after?: string,
): Sorting => sorting(`${by} ${language}`, sortColumns(language)[by], sql`teachers.id`, isDown, after)

/** Teachers in an order, at most `limit`. */
export const listTeachers = (
  db: Db,
  seen: Scope<'teachers'>,
  filter: Filter,
  { where, by, order }: Sorting,
  limit: number,
): Promise<(TeacherRow & { sortedBy: unknown })[]> =>
  rows(
    db,
    sql`
    select ${columns}, p.account_id is not null as "hasAccount", ${by} as "sortedBy" from teachers join persons p on p.id = teachers.id
    where ${seen} and ${matching(filter)} and ${where} order by ${order} ${limitTo(limit)}`,
  )

export const countTeachers = async (db: Db, seen: Scope<'teachers'>, filter: Filter): Promise<number> =>
  (
    await rows<{ total: number }>(
      db,
      sql`select count(*)::int as total from teachers join persons p on p.id = teachers.id where ${seen} and ${matching(filter)}`,
    )
  )[0]!.total

/** One teacher's record, with classes of every term and status. */
export const findTeacher = async (db: Db, seen: Scope<'teachers'>, id: string): Promise<TeacherRecord | null> => {
  const [teacher] = await rows<TeacherRecord>(
    db,
    sql`
    select ${columns}, p.other_phones as "otherPhones", teachers.work, a.id as "accountId", coalesce(a.is_verified, false) as "isVerified", a.last_sign_in_at,
      coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'nativeName', s.native_name, 'crayon', s.crayon, 'term', t.name, 'termNativeName', t.native_name,
          'status', s.status, 'studentCount', (select count(*) from enrolments e where e.section_id = s.id and ${isEnrolled('e')})) order by t.starts_on desc, s.weekday, s.starts_at)
        from section_teachers st join sections s on s.id = st.section_id join terms t on t.id = s.term_id where st.teacher_id = p.id), '[]') as taught
    from teachers join persons p on p.id = teachers.id left join accounts a on a.id = p.account_id
    where ${seen} and teachers.id = ${id}::uuid`,
  )
  return teacher ?? null
}

/** Locks a teacher's person. Returns their email, and whether they have an account. */
export const lockTeacher = async (
  db: Db,
  seen: Scope<'teachers'>,
  id: string,
): Promise<{ email: string; hasAccount: boolean } | null> => {
  const [found] = await rows<{ email: string; hasAccount: boolean }>(
    db,
    sql`select p.email, p.account_id is not null as "hasAccount" from teachers join persons p on p.id = teachers.id where ${seen} and teachers.id = ${id}::uuid for update of p`,
  )
  return found ?? null
}

/** The person with that email address, and whether they are a teacher. */
export const findPersonByEmail = async (db: Db, email: string): Promise<{ id: string; isTeacher: boolean } | null> => {
  const [person] = await rows<{ id: string; isTeacher: boolean }>(
    db,
    sql`select p.id, exists(select 1 from teachers t where t.id = p.id) as "isTeacher" from persons p where p.email = ${email} order by p.id limit 1`,
  )
  return person ?? null
}

const meetingColumns = sql`
  m.id as "meetingId", sections.id as "sectionId", sections.name as section, sections.native_name, sections.crayon,
  coalesce(r.name, '') as room, m.on_day, sections.starts_at, sections.ends_at,
  (select count(*)::int from enrolments e where e.section_id = sections.id and ${isPlacedIn('m')}) as "studentCount",
  m.roll_taken_at is not null as "isRollTaken",
  m.present_count as present, m.absent_count as absent`

/** A teacher's meetings of today, those of the next day with any, and a current term's past ones without a roll. */
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
      where ${taught} and not ${isOff('m', 'd')} and sections.status in ('open','running','ended')
    )
    select ${meetingColumns},
      case when m.on_day = ${today}::date then 'today' when m.on_day > ${today}::date then 'next' else 'missing' end as "when"
    from mine m join sections on sections.id = m.section_id left join rooms r on r.id = sections.room_id
    where m.on_day = ${today}::date
      or m.on_day = (select min(n.on_day) from mine n where n.on_day > ${today}::date)
      or (m.on_day < ${today}::date and m.ends_at < ${now.toISOString()}::timestamptz and ${lacksRoll('m')}
        and exists (select 1 from terms t where t.id = sections.term_id and ${isCurrentTerm('t')}))
    order by m.on_day, m.starts_at, sections.name`,
  )

/** The active ones among these teachers, as invitees. */
export const inviteesOf = (db: Db, seen: Scope<'teachers'>, ids: readonly string[]): Promise<Invitee[]> =>
  rows(
    db,
    sql`select teachers.id as "personId", null as barred from teachers
      where ${seen} and ${oneOf(sql`teachers.id`, ids)} and teachers.archived_at is null`,
  )

/** Changes the office's description of what a teacher teaches or does. */
export const changeWork = (db: Db, id: string, work: string) =>
  rows(db, sql`update teachers set work = ${work} where id = ${id}::uuid`)
