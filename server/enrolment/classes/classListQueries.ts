import type { Language } from '#contract/values.ts'
import { nameOrderOf } from '#server/platform/nameOrder.ts'
import { sql } from 'drizzle-orm'
import type { EmergencyContact } from '#contract/people/students.homes.ts'
import { type FieldIn, fieldsIn } from '#contract/studentFields.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { barredNames, contactsToCall } from '#server/people/parents/acts.ts'
import { photoConsentOf } from '#server/people/parents/tables.ts'
import { visibility } from '#server/people/students/policy.ts'
import { members, shownIf } from '#server/people/students/tables.ts'
import { isEnrolled } from '#server/enrolment/enrolments/tables.ts'
import { isOff } from './tables.ts'

type Names = { name: string; nativeName: string }
export type ClassList = Names & {
  id: string
  term: string
  termNativeName: string
  weekday: number
  startsAt: string
  endsAt: string
  room: string
  teachers: Names[]
  meetings: { onDay: string; isCancelled: boolean }[]
  students: (Names &
    Record<FieldIn<'classList'>, string> & {
      id: string
      preferredName: string
      grade: string
      isPhotographed: boolean
      /** True for a student who audits: they take part without marks. */
      isAuditor: boolean
      barred: string[]
      /** Guardians with access to the child's data, in the order in which to call them. */
      guardians: (Names & { phone: string })[]
      /** The people to call when none of the guardians answers. */
      contacts: EmergencyContact[]
    })[]
}

/** A limit that no term reaches. */
const listedAtMost = 500

/**
 * Classes with everything that a teacher needs at the door, by day, time and name. Guardians without data access are
 * left out, and students whose records the reader may no longer see have only their names.
 */
export const listClassLists = (
  db: Db,
  language: Language,
  seen: Scope<'sections'>,
  known: Scope<'students'>,
  of: { sectionIds: readonly string[] } | { termId: string },
  today: string,
): Promise<ClassList[]> =>
  rows(
    db,
    sql`
    select sections.id, sections.name, sections.native_name, t.name as term, t.native_name as "termNativeName", sections.weekday,
      sections.starts_at, sections.ends_at, coalesce(r.name, '') as room,
      coalesce((select json_agg(json_build_object('name', tp.name, 'nativeName', tp.native_name) order by tp.name)
        from section_teachers st join persons tp on tp.id = st.teacher_id where st.section_id = sections.id), '[]') as teachers,
      coalesce((select json_agg(json_build_object('onDay', m.on_day, 'isCancelled', ${isOff('m', 'd')}) order by m.on_day)
        from meetings m join session_dates d on d.id = m.session_date_id where m.section_id = sections.id), '[]') as meetings,
      coalesce((select json_agg(json_build_object('id', s.id, 'name', p.name, 'nativeName', p.native_name, 'preferredName', p.preferred_name, 'grade', s.grade,
          ${members(fieldsIn('classList'), shownIf(sql`v.visible`, 's'))}, 'isPhotographed', coalesce(${photoConsentOf(sql`s.id`, sql`s.household_id`)}, 'none') <> 'none', 'isAuditor', e.type = 'audit',
          'barred', case when v.visible then ${barredNames(sql`s.id`, sql`s.household_id`, sql`${today}::date`)} else '[]' end,
          'contacts', case when v.visible then ${contactsToCall(sql`s.id`, sql`s.household_id`, sql`${today}::date`)} else '[]' end,
          'guardians', coalesce((select json_agg(json_build_object('name', g.name, 'nativeName', g.native_name, 'phone', g.phone) order by gs.contact_order, g.name)
            from guardianships gs join persons g on g.id = gs.guardian_id where gs.student_id = s.id and gs.guardian_id <> s.id and gs.has_data_access and v.visible), '[]')) order by ${nameOrderOf('p', language)}, p.id)
        from enrolments e join students s on s.id = e.student_id join persons p on p.id = s.id
          cross join ${visibility(known, sql`s.id`)} v
        where e.section_id = sections.id and ${isEnrolled('e')}), '[]') as students
    from sections join terms t on t.id = sections.term_id left join rooms r on r.id = sections.room_id
    where ${seen} and sections.status <> 'cancelled' and ${'termId' in of ? sql`sections.term_id = ${of.termId}::uuid` : oneOf(sql`sections.id`, of.sectionIds)}
    order by sections.weekday, sections.starts_at, sections.name, sections.id limit ${listedAtMost}`,
  )
