import { and, eq, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#contract/index.ts'
import { familyConflicts, type Visit } from '#rules/familyTimes.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isSeated } from '#server/enrolment/enrolments/tables.ts'
import { hasSpot } from '#server/people/students/tables.ts'
import { sections } from './tables.ts'

type Conflict = Output<'classes-conflicts'>[number]
type Planned = NonNullable<Parsed<'classes-conflicts'>['planned']>

/** The maximum number of people named in a conflict; the others are counted. */
const mostNames = 12

const asPlanned = ({ id, weekday, startsAt, endsAt, roomId, teacherIds, capacity }: Planned) => sql`
  select ${id}::uuid as id, ''::text as name, ''::text as native_name, ${weekday}::int as weekday, ${startsAt}::text as starts_at, ${endsAt}::text as ends_at,
    ${roomId}::uuid as room_id, ${capacity}::int as capacity, ${sql.param(teacherIds)}::uuid[] as teacher_ids`

const stored = (seen: Scope<'sections'>, termId: string) => sql`
  select sections.id, sections.name, sections.native_name, sections.weekday, sections.starts_at, sections.ends_at, sections.room_id, sections.capacity,
    array(select t.teacher_id from section_teachers t where t.section_id = sections.id) as teacher_ids
  from sections where ${and(seen, eq(sections.termId, termId))} and sections.status not in ('ended','cancelled')`

const peopleOf = (from: ReturnType<typeof sql>) => sql`
  select count(*)::int as n, coalesce(json_agg(json_build_object('name', each.name, 'nativeName', each.native_name) order by each.turn) filter (where each.turn <= ${mostNames}), '[]') as people
  from (select p.id, p.name, p.native_name, row_number() over (order by p.name_order, p.id) as turn from ${from}) each`

/**
 * Conflicts at the same time in a term: rooms, teachers and students that two classes need, teachers who are busy, and
 * rooms smaller than a class. Compares the planned class with the others or, without one, all classes with each other.
 */
export const listConflicts = (
  db: Db,
  seen: Scope<'sections'>,
  termId: string,
  planned: Planned | undefined,
): Promise<Conflict[]> =>
  rows<Conflict>(
    db,
    sql`
    with stored as (${stored(seen, termId)}), planned as (${planned ? asPlanned(planned) : sql`select * from stored`}), pairs as (
      select a.id as a_id, a.name as a_name, a.native_name as a_native, a.teacher_ids as a_teachers, a.room_id as a_room,
        b.id, b.name, b.native_name, b.weekday, b.starts_at, b.teacher_ids, b.room_id
      from planned a join stored b on b.weekday = a.weekday and b.starts_at < a.ends_at and a.starts_at < b.ends_at
        and ${planned ? sql`b.id is distinct from a.id` : sql`a.id < b.id`}
    ), found as (
      select 'room' as kind, pairs.*, r.name as what, 0 as n, '[]'::json as people, null::int as seats from pairs join rooms r on r.id = pairs.room_id where pairs.a_room = pairs.room_id
      union all
      select 'teacher', pairs.*, '', who.n, who.people, null from pairs, lateral (${peopleOf(sql`unnest(pairs.teacher_ids) as shared(id) join persons p on p.id = shared.id where shared.id = any(pairs.a_teachers)`)}) who where who.n > 0
      union all
      select 'student', pairs.*, '', who.n, who.people, null from pairs, lateral (${peopleOf(sql`enrolments e join enrolments o on o.student_id = e.student_id and o.section_id = pairs.id and ${hasSpot('o')} join persons p on p.id = e.student_id where e.section_id = pairs.a_id and ${isSeated} and e.status <> 'completed'`)}) who where who.n > 0
      union all
      select 'busy', a.id, a.name, a.native_name, a.teacher_ids, a.room_id, null, '', '', a.weekday, a.starts_at, a.teacher_ids, a.room_id, '', who.n, who.people, null
      from planned a, lateral (${peopleOf(sql`persons p where p.id = any(a.teacher_ids) and exists (select 1 from busy_times u where u.teacher_id = p.id and u.weekday = a.weekday and u.starts_at < a.ends_at and a.starts_at < u.ends_at)`)}) who where who.n > 0
      union all
      select 'small', a.id, a.name, a.native_name, a.teacher_ids, a.room_id, null, '', '', a.weekday, a.starts_at, a.teacher_ids, a.room_id, r.name, a.capacity, '[]'::json, r.capacity
      from planned a join rooms r on r.id = a.room_id where a.capacity > r.capacity
    )
    select kind, a_id as "sectionId", a_name as name, a_native as "nativeName", id as "otherId", name as other, native_name as "otherNativeName",
      weekday, starts_at, what, n, people, seats
    from found order by array_position(array['room','teacher','student','busy','small'], kind), weekday, starts_at, a_name, name limit 500`,
  )

type Sitting = Visit & { householdId: string; name: string; nativeName: string; isHere: boolean }

/** For all families with a child in a class: every class that their children have in the term. */
const listSittings = (db: Db, seen: Scope<'sections'>, sectionId: string): Promise<Sitting[]> =>
  rows<Sitting>(
    db,
    sql`
    select st.household_id, p.id as "studentId", p.name, p.native_name, x.weekday, x.starts_at, x.ends_at, x.id = sections.id as "isHere"
    from sections join sections x on x.term_id = sections.term_id join enrolments e on e.section_id = x.id and ${hasSpot('e')}
      join students st on st.id = e.student_id join persons p on p.id = st.id
    where ${seen} and sections.id = ${sectionId}::uuid and st.household_id in (
      select o.household_id from enrolments h join students o on o.id = h.student_id where h.section_id = sections.id and ${hasSpot('h')})
    order by p.name_order, p.id, x.starts_at`,
  )

/**
 * Students of a class whose families couldn't bring one child and pick up another, or would wait long, if the class met
 * at the planned time. Leaves out conflicts that its present time causes already.
 */
export const listSiblingConflicts = async (
  db: Db,
  seen: Scope<'sections'>,
  planned: Planned & { id: string },
): Promise<Conflict[]> => {
  const households = Map.groupBy(await listSittings(db, seen, planned.id), ({ householdId }) => householdId)
  const isClose = (visits: readonly Sitting[], at: number): number =>
    familyConflicts(visits).filter(each => each.at === at && (each.kind === 'handover' || each.kind === 'gap')).length
  const { id, weekday, startsAt, endsAt } = planned
  const people = [...households.values()].flatMap(visits =>
    visits.flatMap((visit, at) => {
      if (!visit.isHere) return []
      const moved = visits.map(each => (each.isHere ? { ...each, weekday, startsAt, endsAt } : each))
      return isClose(moved, at) > isClose(visits, at) ? [{ name: visit.name, nativeName: visit.nativeName }] : []
    }),
  )
  if (people.length === 0) return []
  const about = { sectionId: id, name: '', nativeName: '', otherId: null, other: '', otherNativeName: '' }
  return [
    {
      kind: 'sibling',
      ...about,
      weekday,
      startsAt,
      what: '',
      n: people.length,
      people: people.slice(0, mostNames),
      seats: null,
    },
  ]
}
