import type { Language } from '#contract/values.ts'
import { nameOrderOf } from '#server/platform/nameOrder.ts'
import { sql } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import { fieldsIn } from '#contract/studentFields.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isSeated } from '#server/enrolment/enrolments/tables.ts'
import { coveredOf, listedDueOf, netOf } from '#server/money/payments/tables.ts'
import { lacksRoll } from '#server/teaching/absences/tables.ts'
import { visibility } from '#server/people/students/policy.ts'
import { selected, shownIf } from '#server/people/students/tables.ts'
import { meetingStatus } from './tables.ts'

type Member = Output<'classes-members'>['members'][number]
/** Everyone with a seat in a class; students whose records the reader may no longer see have only their names. */
export const listMembers = (
  db: Db,
  language: Language,
  seen: Scope<'sections'>,
  known: Scope<'students'>,
  ledgers: Scope<'households'>,
  sectionId: string,
): Promise<Member[]> =>
  rows<Member>(
    db,
    sql`
    select e.id as "enrolmentId", e.student_id, p.name, p.native_name, ${selected(fieldsIn('roll'), shownIf(sql`v.visible`, 's'))}, e.status, e.type, e.created_at as since,
      (select json_build_object('name', g.name, 'nativeName', g.native_name, 'phone', g.phone) from guardianships gs join persons g on g.id = gs.guardian_id
        where gs.student_id = e.student_id and gs.has_data_access and v.visible order by gs.contact_order, g.name limit 1) as guardian,
      (select case when ${ledgers} then ${listedDueOf(sql`households.id`)} end from households where households.id = s.household_id) as "balanceCents",
      coalesce((select a.input ->> 'overrideReason' from audit_entries a where a.action = 'enrolments-enrol' and a.outcome = 'done'
        and a.about @> array[e.student_id, e.section_id] and a.at >= e.created_at order by a.at limit 1), '') as "overrideReason"
    from enrolments e join sections on sections.id = e.section_id join students s on s.id = e.student_id join persons p on p.id = e.student_id
      cross join ${visibility(known, sql`s.id`)} v
    where ${seen} and e.section_id = ${sectionId}::uuid and ${isSeated}
    order by ${nameOrderOf('p', language)}, p.id`,
  )

/** The amount charged for the seats of a class, including seats that have ended, and how much of it is paid. */
export const findClassMoney = async (
  db: Db,
  ledgers: Scope<'households'>,
  sectionId: string,
): Promise<{ chargedCents: number; paidCents: number }> =>
  (
    await rows<{ chargedCents: number; paidCents: number }>(
      db,
      sql`
    select coalesce(sum(${netOf('c')}), 0)::bigint as "chargedCents", coalesce(sum(${coveredOf('c')}), 0)::bigint as "paidCents"
    from charges c join enrolments e on e.id = c.enrolment_id join households on households.id = c.household_id
    where e.section_id = ${sectionId}::uuid and ${ledgers}`,
    )
  )[0]!

/** The lessons of a class by day, with how many students were on time, late and absent. */
export const listLessons = (
  db: Db,
  seen: Scope<'sections'>,
  sectionId: string,
  now: Date,
): Promise<Output<'classes-lessons'>> =>
  rows(
    db,
    sql`
    select m.id as "meetingId", m.on_day as "onDay", ${meetingStatus('m', 'd')} as status, m.ends_at <= ${now.toISOString()}::timestamptz as "isOver",
      m.makes_up_id is not null as "isMakeUp", m.roll_taken_at is not null as "isTaken", ${lacksRoll('m')} as "isMissing", m.present_count - marks.late as present, marks.late, m.absent_count as absent
    from meetings m join sections on sections.id = m.section_id join session_dates d on d.id = m.session_date_id
      cross join lateral (select count(*)::int as late from attendance a where a.meeting_id = m.id and a.code = 'late') marks
    where ${seen} and m.section_id = ${sectionId}::uuid
    order by m.on_day, m.id`,
  )
