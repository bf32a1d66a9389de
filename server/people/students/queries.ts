import type { Language } from '#contract/values.ts'
import { nameOrderOf } from '#server/platform/nameOrder.ts'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import type { MedicalCard, Student, StudentInput, studentSorts, studentViews } from '#contract/people/students.ts'
import { allFields } from '#contract/studentFields.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { limitTo, oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { counted, searching } from '#server/platform/searching.ts'
import { type Ordered, reckoned, type SortColumn, type Sorting, sorting } from '#server/platform/sorting.ts'
import { isOver, meetingStatus, teachersOf } from '#server/enrolment/classes/tables.ts'
import { isEnrolled, isOnWaitlist, isSeated, waitingPosition } from '#server/enrolment/enrolments/tables.ts'
import { noticeOf, ownCodeOf } from '#server/teaching/absences/tables.ts'
import { holdsOn, photoConsentOf } from '#server/people/parents/tables.ts'
import { listedDueOf } from '#server/money/payments/tables.ts'
import { changePerson } from '#server/access/users/acts.ts'
import { fitOf, peopleMeant } from '#server/access/users/tables.ts'
import { isCurrentTerm, otherTermOf } from '#server/school/terms/tables.ts'
import {
  gradeRank,
  hasSpot,
  isInClass,
  isWaiting,
  sealedFor,
  selected,
  standingOf,
  students,
  valuesFor,
  wasInClass,
} from './tables.ts'

/** Students with their classes, waitlist positions and the meetings, in one statement. */
export const findStudents = (
  db: Db,
  seen: Scope<'students'>,
  left: Scope<'enrolments'>,
  today: string,
  id?: string,
): Promise<Student[]> =>
  rows<Student>(
    db,
    sql`
    select students.id, students.household_id, ${selected(allFields)}, students.archived_at is not null as "isArchived",
      coalesce(${photoConsentOf(sql`students.id`, sql`students.household_id`)}, '') as "photoConsent", ${pickUps(today)} as "pickUps",
      coalesce((select json_agg(s order by s."waitingPosition" nulls first, s.weekday, s."startsAt") from (
        select e.id as "enrolmentId", sec.id as "sectionId", sec.name, sec.native_name as "nativeName", sec.crayon, t.name as term, t.native_name as "termNativeName", sec.weekday,
          sec.starts_at as "startsAt", sec.ends_at as "endsAt", coalesce(r.name, '') as room, taught.names as teachers, taught.native_names as "teacherNativeNames", e.status, ${isOver('sec', 't')} as "isOver", null::int as "waitingPosition", e.type, sec.audit_cents is not null as "takesAuditors"
        from enrolments e join sections sec on sec.id = e.section_id join terms t on t.id = sec.term_id left join rooms r on r.id = sec.room_id cross join lateral ${teachersOf(sql`sec.id`)} taught
        where e.student_id = students.id and t.status <> 'archived' and ${isSeated}
        union all
        select w.id, sec.id, sec.name, sec.native_name, sec.crayon, t.name, t.native_name, sec.weekday, sec.starts_at, sec.ends_at, coalesce(r.name, ''), taught.names, taught.native_names, w.status,
          ${isOver('sec', 't')}, ${waitingPosition}, 'regular', sec.audit_cents is not null
        from waitlist_entries w join sections sec on sec.id = w.section_id join terms t on t.id = sec.term_id left join rooms r on r.id = sec.room_id cross join lateral ${teachersOf(sql`sec.id`)} taught
        where w.student_id = students.id and ${isOnWaitlist('w')}
      ) s), '[]') as sections,
      coalesce((select json_agg(m order by m."onDay", m."startsAt") from (${childMeetings(sql`${isEnrolled('e')} and e.student_id = students.id and (${isCurrentTerm('t')} or t.status = 'closed' and m.on_day < ${today}::date and not ${isInClass} and not exists (
        select 1 from enrolments le join sections ls on ls.id = le.section_id join terms lt on lt.id = ls.term_id
        where le.student_id = students.id and ${isEnrolled('le')} and lt.status = 'closed' and lt.starts_on > t.starts_on))`)}) m), '[]') as meetings,
      coalesce((select json_agg(l order by l."toDay" desc, l."enrolmentId") from (${leftSections(left)}) l), '[]') as left
    from students join persons p on p.id = students.id
    where ${and(seen, id ? eq(students.id, id) : undefined)}
    order by p.birth_on, p.name`,
  )

// The phone number of a person who may not know about the child is hidden here.
const pickUps = (
  today: string,
): SQL => sql`coalesce((select json_agg(json_build_object('id', w.id, 'name', w.name, 'nativeName', w.native_name, 'phone', w.phone, 'relationship', w.relationship, 'rule', w.rule, 'toDay', w.to_day,
    'isGuardian', w.is_guardian) order by w.rule = 'allow', w.is_guardian desc, w.name) from (
  select g.id, g.name, g.native_name, case when gs.has_data_access or gs.may_pick_up then g.phone else '' end as phone, gs.relationship, case when gs.may_pick_up then 'allow' else 'deny' end as rule, null::date as to_day, true as is_guardian
    from guardianships gs join persons g on g.id = gs.guardian_id where gs.student_id = students.id and gs.guardian_id <> students.id
  union all
  select u.id, u.name, '', u.phone, u.relationship, u.rule, u.to_day, false from pick_ups u
    where u.household_id = students.household_id and (u.student_id is null or u.student_id = students.id) and ${holdsOn(sql`${today}::date`)}
) w), '[]')`

const dayOf = (instant: SQL): SQL => sql`(${instant} at time zone (select zone from school))::date`

const childMeetings = (which: SQL): SQL => sql`
  select m.id as "meetingId", e.student_id as "studentId", sec.id as "sectionId", sec.name as section, sec.native_name as "nativeName", sec.crayon, coalesce(r.name, '') as room,
    taught.text as teacher, taught.native_text as "teacherNative",
    m.on_day as "onDay", sec.starts_at as "startsAt", sec.ends_at as "endsAt", ${meetingStatus('m', 'd')} as status, a.code, ${ownCodeOf(sql`a.own_code_id`)} as "ownCode", ${noticeOf(sql`e.student_id`, { section: sql`sec.id`, day: sql`m.on_day`, endsAt: sql`m.ends_at` })} as notice
  from enrolments e join sections sec on sec.id = e.section_id join terms t on t.id = sec.term_id join meetings m on m.section_id = sec.id and m.on_day >= ${dayOf(sql`e.created_at`)}
    join session_dates d on d.id = m.session_date_id left join rooms r on r.id = sec.room_id cross join lateral ${teachersOf(sql`sec.id`)} taught
    left join attendance a on a.meeting_id = m.id and a.enrolment_id = e.id
  where ${which}`

// A place that was dropped before its first lesson, such as a held seat, was never a class of the student. Most register
// months before the lessons begin, so a class counts from the first of them.
const leftSections = (seen: Scope<'enrolments'>): SQL => sql`
  select enrolments.id as "enrolmentId", sec.name, sec.native_name as "nativeName", sec.crayon, t.name as term, t.native_name as "termNativeName",
    coalesce((select min(m.on_day) from meetings m where m.section_id = sec.id and m.on_day between ${dayOf(sql`enrolments.created_at`)} and ${dayOf(sql`enrolments.ended_at`)}), ${dayOf(sql`enrolments.created_at`)}) as "fromDay",
    ${dayOf(sql`enrolments.ended_at`)} as "toDay", kept.meetings
  from enrolments join sections sec on sec.id = enrolments.section_id join terms t on t.id = sec.term_id
    cross join lateral (select coalesce(json_agg(m order by m."onDay", m."startsAt"), '[]') as meetings
      from (${childMeetings(sql`e.id = enrolments.id and a.code is not null`)}) m) kept
  where ${seen} and enrolments.student_id = students.id and enrolments.ended_at is not null
    and (enrolments.status in ('withdrawn','transferred') or enrolments.status = 'dropped' and json_array_length(kept.meetings) > 0)`

type Row = Output<'students-list'>['rows'][number]
type Filter = {
  search: string
  view: (typeof studentViews)[number]
  sectionId?: string | undefined
  grade?: string | undefined
}

// Written as separate conditions rather than with `standing`, so that the planner can estimate how many rows match.
const inView: Record<Filter['view'], SQL> = {
  everyone: sql`students.archived_at is null`,
  active: sql`students.archived_at is null and ${isInClass}`,
  waiting: sql`students.archived_at is null and ${isWaiting}`,
  new: sql`students.archived_at is null and not ${isInClass} and not ${isWaiting} and not ${wasInClass}`,
  left: sql`students.archived_at is null and not ${isInClass} and not ${isWaiting} and ${wasInClass}`,
  archived: sql`students.archived_at is not null`,
}

/** Students who match a search, by their own name or a guardian's. */
const searched = ({ search }: Filter) =>
  searching(
    search,
    text => sql`
    with people as materialized (${peopleMeant(text)})
    select id from people union all select g.student_id from people join guardianships g on g.guardian_id = people.id`,
  )

const matching = ({ view, sectionId, grade }: Filter): SQL => sql`
  ${inView[view]}
  and ${grade === undefined ? sql`true` : sql`students.grade = ${grade}`}
  and ${sectionId ? sql`exists (select 1 from enrolments e where e.student_id = students.id and e.section_id = ${sectionId}::uuid and ${isSeated})` : sql`true`}`

const firstGuardian = (columns: SQL): SQL =>
  sql`(select ${columns} from guardianships gs join persons g on g.id = gs.guardian_id where gs.student_id = students.id order by gs.contact_order, g.name, g.id limit 1)`
const guardian = sql`coalesce(${firstGuardian(sql`g.name`)}, '')`
const attendancePercent = sql`(select round(100.0 * count(*) filter (where a.is_present) / nullif(count(*), 0))::bigint from attendance a join enrolments e on e.id = a.enrolment_id where e.student_id = students.id)`

// Computed once for all students and once per household: computing it row by row takes several times as long.
const marks = sql`left join (
  select e.student_id, round(100.0 * count(*) filter (where a.is_present) / count(*))::bigint as percent
  from attendance a join enrolments e on e.id = a.enrolment_id group by e.student_id) marks on marks.student_id = students.id`

const money = (ledgers: Scope<'households'>) =>
  sql`join (select households.id, case when ${ledgers} then ${listedDueOf(sql`households.id`)} end as cents from households offset 0) money on money.id = students.household_id`

type StudentSort = (typeof studentSorts)[number] | 'fit'
const sortColumns = (
  ledgers: Scope<'households'>,
  language: Language,
  search: string,
): Record<StudentSort, SortColumn> => ({
  fit: {
    ...reckoned(sql`${fitOf(sql`p.name`, sql`p.native_name`, search)} || ' ' || ${nameOrderOf('p', language)}`),
    type: 'text',
  },
  name: { by: nameOrderOf('p', language), type: 'text' },
  guardian: { ...reckoned(guardian), type: 'text' },
  born: { by: sql`p.birth_on`, type: 'date', isNullable: true },
  grade: { by: sql`nullif(${gradeRank}, '')`, type: 'text', isNullable: true },
  attendance: { by: sql`marks.percent`, join: marks, type: 'bigint', isNullable: true },
  balance: { by: sql`money.cents`, join: money(ledgers), type: 'bigint', isNullable: true },
})
/** Students sorted by a column. Names sort by the reader's script. */
export const sortedStudents = (
  ledgers: Scope<'households'>,
  language: Language,
  { sort = 'name', down = false, after, search = '' }: Ordered<StudentSort>,
): Sorting => sorting(`${sort} ${language}`, sortColumns(ledgers, language, search)[sort], sql`p.id`, down, after)

/** Students in an order, at most `limit`, and the total number. */
export const listStudents = async (
  db: Db,
  seen: Scope<'students'>,
  ledgers: Scope<'households'>,
  filter: Filter,
  { where, by, order, orderOf, join }: Sorting,
  limit: number,
): Promise<{ found: (Row & { sortedBy: unknown })[]; total: number }> => {
  const { first, means } = searched(filter)
  return counted(
    await rows(
      db,
      sql`
    with ${first} page as (
      select students.id, students.household_id, students.grade, ${by} as sorted_by
      from students join persons p on p.id = students.id ${join}
      where ${seen} and ${means(sql`p.id`)} and ${matching(filter)} and ${where}
      order by ${order} ${limitTo(limit)}
    )
    select counted.total, students.id, p.name, p.native_name, p.birth_on, students.grade, students.household_id,
      ${standingOf(sql`placed.sections is not null`)} as status, coalesce(guardian.name, '') as guardian, coalesce(guardian.native_name, '') as "guardianNativeName",
      students.sorted_by, coalesce(placed.sections, '[]') as sections, ${attendancePercent} as "attendancePercent",
      (select ${listedDueOf(sql`households.id`)} from households where households.id = students.household_id and ${ledgers}) as "balanceCents"
    from (select count(*)::int as total from students where ${seen} and ${means(sql`students.id`)} and ${matching(filter)}) counted
      left join (page students join persons p on p.id = students.id
        left join lateral ${firstGuardian(sql`g.name, g.native_name`)} guardian on true
        cross join lateral (select json_agg(json_build_object('id', s.id, 'name', s.name, 'nativeName', s.native_name, 'otherTerm', ${otherTermOf('t')}, 'crayon', s.crayon) order by t.starts_on, s.starts_at) as sections
          from enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id
          where e.student_id = students.id and ${hasSpot('e')} and ${isCurrentTerm('t')}) placed) on true
    order by ${orderOf(sql`students.sorted_by`, sql`students.id`)}`,
    ),
  )
}

/** All matching students, up to the limit for bulk actions. */
export const selectStudents = (
  db: Db,
  seen: Scope<'students'>,
  filter: Filter,
): Promise<{ id: string; householdId: string }[]> => {
  const { first, means } = searched(filter)
  return rows(
    db,
    sql`with ${first} chosen as (select students.id, students.household_id from students where ${seen} and ${means(sql`students.id`)} and ${matching(filter)})
      select chosen.id, chosen.household_id from chosen join persons p on p.id = chosen.id order by p.name_order, chosen.id limit 10000`,
  )
}

/** The grades of students who are not archived, in school order. */
export const listGrades = (db: Db, seen: Scope<'students'>): Promise<Output<'students-grades'>> =>
  rows(
    db,
    sql`select grade, count from (
      select students.grade, count(*)::int as count from students where ${seen} and students.archived_at is null and students.grade <> '' group by students.grade
    ) students order by ${gradeRank}, grade`,
  )

/** Changes a student; false if there is none. */
export const changeStudent = async (
  db: Db,
  seen: Scope<'students'>,
  id: string,
  values: StudentInput,
): Promise<boolean> => {
  const changed = await db
    .update(students)
    .set(sealedFor(db, id, valuesFor('students', values)))
    .where(and(seen, eq(students.id, id)))
    .returning({ id: students.id })
  if (changed.length === 1) await changePerson(db, id, valuesFor('persons', values))
  return changed.length === 1
}

/** The guardians with access to these students' data, to be notified of a change. */
export const guardiansOf = async (db: Db, studentIds: readonly string[]): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select distinct guardian_id as id from guardianships where has_data_access and ${oneOf(sql`student_id`, studentIds)}`,
    )
  ).map(({ id }) => id)

/** Updates a student's medical card; false if the student isn't in the scope. */
export const updateMedical = async (db: Db, seen: Scope<'students'>, id: string, card: MedicalCard): Promise<boolean> =>
  (
    await db
      .update(students)
      .set(sealedFor(db, id, card))
      .where(and(seen, eq(students.id, id)))
      .returning({ id: students.id })
  ).length === 1
