import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import type { MedicalCard, Student } from '#contract/students.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, pageSize } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isSeated, waitingPosition } from '#server/slices/enrolments/tables.ts'
import { noticeOf } from '#server/slices/absences/acts.ts'
import { ownCodeOf } from '#server/slices/absences/tables.ts'
import { holdsOn } from '#server/slices/parents/acts.ts'
import { photoConsentOf } from '#server/slices/parents/tables.ts'
import { balanceOf } from '#server/slices/payments/tables.ts'
import { students } from './tables.ts'

/** Students with their classes, places on waitlists and the meetings of the running terms, in one statement. */
export const findStudents = (db: Db, seen: Scope<'students'>, today: string, id?: string): Promise<Student[]> =>
  rows<Student>(
    db,
    sql`
    select students.id, students.household_id as "householdId", p.name, p.native_name as "nativeName", p.preferred_name as "preferredName", p.birth_on as "birthOn",
      students.grade, students.allergies, students.medical, students.medication, students.doctor_name as "doctorName", students.doctor_phone as "doctorPhone",
      coalesce(${photoConsentOf(sql`students.id`, sql`students.household_id`)}, '') as "photoConsent", ${pickUps(today)} as "pickUps",
      coalesce((select json_agg(s order by s."waitingPosition" nulls first, s.weekday, s."startsAt") from (
        select e.id as "enrolmentId", sec.id as "sectionId", sec.name, sec.native_name as "nativeName", sec.crayon, t.name as term, t.native_name as "termNativeName", sec.weekday,
          sec.starts_at as "startsAt", sec.ends_at as "endsAt", coalesce(r.name, '') as room, ${teacherNames} as teachers, e.status, null::int as "waitingPosition"
        from enrolments e join sections sec on sec.id = e.section_id join terms t on t.id = sec.term_id left join rooms r on r.id = sec.room_id
        where e.student_id = students.id and t.status <> 'archived' and ${isSeated}
        union all
        select w.id, sec.id, sec.name, sec.native_name, sec.crayon, t.name, t.native_name, sec.weekday, sec.starts_at, sec.ends_at, coalesce(r.name, ''), ${teacherNames}, w.status,
          ${waitingPosition}
        from waitlist_entries w join sections sec on sec.id = w.section_id join terms t on t.id = sec.term_id left join rooms r on r.id = sec.room_id
        where w.student_id = students.id and w.status in ('waiting','offered')
      ) s), '[]') as sections,
      coalesce((select json_agg(m order by m."onDay", m."startsAt") from (${childMeetings(sql`e.student_id = students.id and t.status in ('registration','active','grading')`)}) m), '[]') as meetings
    from students join persons p on p.id = students.id
    where ${and(seen, id ? eq(students.id, id) : undefined)}
    order by p.birth_on, p.name`,
  )

// The telephone of somebody who may not know of the child is nobody's business here.
const pickUps = (
  today: string,
): SQL => sql`coalesce((select json_agg(json_build_object('id', w.id, 'name', w.name, 'phone', w.phone, 'relationship', w.relationship, 'rule', w.rule, 'toDay', w.to_day,
    'isGuardian', w.is_guardian) order by w.rule = 'allow', w.is_guardian desc, w.name) from (
  select g.id, g.name, case when gs.has_data_access or gs.may_pick_up then g.phone else '' end as phone, gs.relationship, case when gs.may_pick_up then 'allow' else 'deny' end as rule, null::date as to_day, true as is_guardian
    from guardianships gs join persons g on g.id = gs.guardian_id where gs.student_id = students.id and gs.guardian_id <> students.id
  union all
  select u.id, u.name, u.phone, u.relationship, u.rule, u.to_day, false from pick_ups u
    where u.household_id = students.household_id and (u.student_id is null or u.student_id = students.id) and ${holdsOn(sql`${today}::date`)}
) w), '[]')`

const teacherNames = sql`coalesce((select array_agg(tp.name order by tp.name) from section_teachers st join persons tp on tp.id = st.teacher_id where st.section_id = sec.id), '{}')`

const childMeetings = (which: SQL): SQL => sql`
  select m.id as "meetingId", e.student_id as "studentId", sec.name as section, sec.native_name as "nativeName", sec.crayon, coalesce(r.name, '') as room,
    coalesce((select string_agg(tp.name, ', ' order by tp.name) from section_teachers st join persons tp on tp.id = st.teacher_id where st.section_id = sec.id), '') as teacher,
    m.on_day as "onDay", sec.starts_at as "startsAt", sec.ends_at as "endsAt", d.status, a.code, ${ownCodeOf(sql`a.own_code_id`)} as "ownCode", ${noticeOf(sql`e.student_id`, sql`sec.id`, sql`m.on_day`)} as notice
  from enrolments e join sections sec on sec.id = e.section_id join terms t on t.id = sec.term_id join meetings m on m.section_id = sec.id and m.on_day >= (e.created_at at time zone (select zone from school))::date
    join session_dates d on d.id = m.session_date_id left join rooms r on r.id = sec.room_id
    left join attendance a on a.meeting_id = m.id and a.enrolment_id = e.id
  where e.status in ('active','completed') and ${which}`

type Row = Output<'students-list'>['rows'][number]
type Filter = { search: string; view: 'everyone' | 'active' | 'waiting' | 'left'; sectionId?: string | undefined }

const status = sql`case
  when exists (select 1 from enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id
    where e.student_id = students.id and e.status in ('held','approval','active') and t.status in ('registration','active','grading')) then 'active'
  when exists (select 1 from waitlist_entries w where w.student_id = students.id and w.status in ('waiting','offered')) then 'waiting'
  else 'left' end`

const matching = ({ search, view, sectionId }: Filter): SQL => sql`
  ${
    search === ''
      ? sql`true`
      : sql`(p.search_text like ${containing(search)} or exists (select 1 from guardianships g join persons gp on gp.id = g.guardian_id where g.student_id = students.id and gp.search_text like ${containing(search)}))`
  }
  and ${view === 'everyone' ? sql`true` : sql`${status} = ${view}`}
  and ${sectionId ? sql`exists (select 1 from enrolments e where e.student_id = students.id and e.section_id = ${sectionId}::uuid and ${isSeated})` : sql`true`}`

export const listStudents = (
  db: Db,
  seen: Scope<'students'>,
  filter: Filter,
  after: readonly unknown[] | null,
): Promise<Row[]> =>
  rows<Row>(
    db,
    sql`
    with page as (
      select students.id, students.household_id, p.name, p.native_name, p.birth_on, ${status} as status
      from students join persons p on p.id = students.id
      where ${seen} and ${matching(filter)} and ${after ? sql`(p.name, p.id) > (${after[0]}, ${after[1]}::uuid)` : sql`true`}
      order by p.name, p.id limit ${pageSize + 1}
    )
    select page.id, page.name, page.native_name as "nativeName", page.birth_on as "birthOn", page.household_id as "householdId", page.status,
      coalesce((select g.name from guardianships gs join persons g on g.id = gs.guardian_id where gs.student_id = page.id order by gs.contact_order, g.name limit 1), '') as guardian,
      coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'nativeName', s.native_name, 'crayon', s.crayon) order by s.starts_at)
        from enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id
        where e.student_id = page.id and e.status in ('held','approval','active') and t.status in ('registration','active','grading')), '[]') as sections,
      (select round(100.0 * count(*) filter (where a.is_present) / nullif(count(*), 0))::int from attendance a join enrolments e on e.id = a.enrolment_id where e.student_id = page.id) as "attendancePercent",
      ${balanceOf(sql`page.household_id`)} as "balanceCents"
    from page order by page.name, page.id`,
  )

export const countStudents = async (db: Db, seen: Scope<'students'>, filter: Filter): Promise<number> =>
  (
    await rows<{ total: number }>(
      db,
      sql`select count(*)::int as total from students join persons p on p.id = students.id where ${seen} and ${matching(filter)}`,
    )
  )[0]!.total

/** Writes the medical card of a student; false where there is none to be reached. */
export const updateMedical = async (db: Db, seen: Scope<'students'>, id: string, card: MedicalCard): Promise<boolean> =>
  (
    await db
      .update(students)
      .set(card)
      .where(and(seen, eq(students.id, id)))
      .returning({ id: students.id })
  ).length === 1
