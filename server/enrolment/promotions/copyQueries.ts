import { and, eq, sql } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import type { TermStatus } from '#contract/school/terms.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isDayOff, terms } from '#server/school/terms/tables.ts'
import { isTeaching } from '#server/access/users/tables.ts'

type TermDays = {
  startsOn: string
  endsOn: string
  weekdays: number[]
  status: TermStatus
  days: string[]
  closures: { onDay: string; reason: string; nativeReason: string }[]
}
/** A term with its session dates and closures. */
export const findTermDays = async (db: Db, seen: Scope<'terms'>, id: string): Promise<TermDays | null> => {
  const [term] = await rows<TermDays>(
    db,
    sql`
    select terms.starts_on, terms.ends_on, terms.weekdays, terms.status,
      array(select d.on_day::text from session_dates d where d.term_id = terms.id and not ${isDayOff('d')} order by d.on_day) as days,
      coalesce((select json_agg(json_build_object('onDay', c.on_day, 'reason', c.reason, 'nativeReason', c.native_reason) order by c.on_day) from closures c where c.term_id = terms.id), '[]') as closures
    from terms where ${and(seen, eq(terms.id, id))}`,
  )
  return term ?? null
}

type Shown = Output<'promotions-copyPlan'>['classes'][number]
export type SourceSection = Omit<Shown, 'outcome' | 'meetings' | 'lost' | 'teachers' | 'teacherNativeNames'> & {
  roomId: string | null
  isRoomArchived: boolean
  isCourseArchived: boolean
  /** True where the other term has a class of the same course with that name. */
  isThere: boolean
  teachers: { id: string; name: string; nativeName: string; isGone: boolean }[]
}
/** The classes of a term, each with whether the other term has it already. */
export const listCopied = (
  db: Db,
  seen: Scope<'sections'>,
  fromTermId: string,
  toTermId: string | null,
): Promise<SourceSection[]> =>
  rows<SourceSection>(
    db,
    sql`
    select sections.id, sections.name, sections.native_name, sections.weekday, sections.starts_at, sections.ends_at,
      sections.crayon, sections.tuition_cents, sections.room_id, coalesce(r.name, '') as room,
      coalesce(r.archived_at is not null, false) as "isRoomArchived", c.archived_at is not null as "isCourseArchived",
      exists (select 1 from sections o where o.term_id = ${toTermId}::uuid and o.course_id = sections.course_id and o.name = sections.name and o.status <> 'cancelled') as "isThere",
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'nativeName', p.native_name, 'isGone', t.archived_at is not null or not ${isTeaching(sql`p.id`)}) order by p.name)
        from section_teachers st join teachers t on t.id = st.teacher_id join persons p on p.id = t.id where st.section_id = sections.id), '[]') as teachers
    from sections join courses c on c.id = sections.course_id left join rooms r on r.id = sections.room_id
    where ${seen} and sections.term_id = ${fromTermId}::uuid and sections.status <> 'cancelled'
    order by sections.weekday, sections.starts_at, c.level nulls last, sections.age_from nulls last, sections.name, sections.id`,
  )
