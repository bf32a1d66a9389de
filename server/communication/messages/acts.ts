import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { isReachable } from '#server/access/users/tables.ts'
import { dueOf, openOf } from '#server/money/payments/tables.ts'
import { isCurrentTerm } from '#server/school/terms/tables.ts'
import { notices } from './tables.ts'

/** True if enrolment `e` in section `s` of term `t` counts for an audience, because the student is there now. */
export const isCurrent = sql`e.status in ('active','approval') and ${isCurrentTerm('t')}`

/** True if section `s` of course `c` belongs to the audience part `part`. */
const isOfPart =
  sql.raw(`((part->>'kind' = 'class' and s.id = (part->>'sectionId')::uuid) or (part->>'kind' = 'level' and c.level = (part->>'level')::int)
  or (part->>'kind' = 'programme' and c.programme_id = (part->>'programmeId')::uuid))`)

/** True if the family `h` has an overdue balance. */
const isOverdue = (today: SQL): SQL =>
  sql`${dueOf(sql`h.id`)} > 0 and exists (select 1 from charges x where x.household_id = h.id and x.due_on < ${today} and ${openOf('x')} > 0)`

const enrolled = (condition: SQL): SQL => sql`
  select g.guardian_id from enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id join courses c on c.id = s.course_id
    join guardianships g on g.student_id = e.student_id and g.has_data_access where ${isCurrent} and ${condition}`

/**
 * The people that an audience reaches, each once, as a subquery with the column `person_id`. `audience` is a JSON array
 * of `AudiencePart` (contract/communication/messages.audience.ts), as a parameter or a column. `today` is the school's
 * date, which decides what is overdue.
 */
export const peopleOf = (audience: SQL, today: SQL): SQL => sql`(
  select distinct reached.person_id from jsonb_array_elements(${audience}) part cross join lateral (
    select guardian_id as person_id from (${enrolled(sql`true`)}) f where part->>'kind' = 'everyone' or (part->>'kind' = 'role' and part->>'role' = 'parent')
    union all
    select r.person_id from role_grants r where (r.ends_at is null or r.ends_at > now()) and r.role in ('teacher','admin')
      and (part->>'kind' = 'everyone' or (part->>'kind' = 'role' and part->>'role' = r.role))
    union all
    select person_id from ${peopleOfClass(sql`(part->>'sectionId')::uuid`)} f where part->>'kind' = 'class'
    union all
    select guardian_id from (${enrolled(sql`part->>'kind' = 'level' and c.level = (part->>'level')::int`)}) f
    union all
    select guardian_id from (${enrolled(sql`part->>'kind' = 'programme' and c.programme_id = (part->>'programmeId')::uuid`)}) f
    union all
    select g.guardian_id from students st join guardianships g on g.student_id = st.id and g.has_data_access
      where part->>'kind' = 'household' and st.household_id = (part->>'householdId')::uuid
    union all
    select g.guardian_id from households h join students st on st.household_id = h.id join guardianships g on g.student_id = st.id and g.has_data_access
      where part->>'kind' = 'unpaid' and ${isOverdue(today)}
    union all
    select p.id from persons p where part->>'kind' = 'person' and p.id = (part->>'personId')::uuid and ${isReachable}
  ) reached)`

/**
 * The people that an audience of a single class reaches, as a subquery. `peopleOf` gives the same but scans every
 * family.
 */
export const peopleOfClass = (section: SQL): SQL =>
  sql`(select distinct f.guardian_id as person_id from (${enrolled(sql`s.id = ${section}`)}) f)`

/**
 * The students for whom an audience's parts that aren't chosen by name are written, as a subquery with the column
 * `student_id`.
 */
export const concernedByMany = (audience: SQL, today: SQL): SQL => sql`(
  select e.student_id from jsonb_array_elements(${audience}) part, enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id join courses c on c.id = s.course_id
    where ${isCurrent} and (part->>'kind' = 'everyone' or (part->>'kind' = 'role' and part->>'role' = 'parent') or ${isOfPart})
  union
  select st.id from jsonb_array_elements(${audience}) part, households h join students st on st.household_id = h.id
    where part->>'kind' = 'unpaid' and ${isOverdue(today)})`

/** True if the student `st` is one because of whom an audience reaches guardians. */
const isConcerned = (audience: SQL): SQL => sql`exists (
  select 1 from jsonb_array_elements(${audience}) part where part->>'kind' in ('everyone','unpaid','person') or (part->>'kind' = 'role' and part->>'role' = 'parent')
    or (part->>'kind' = 'household' and st.household_id = (part->>'householdId')::uuid)
    or (part->>'kind' in ('class','level','programme') and exists (
      select 1 from enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id join courses c on c.id = s.course_id
      where e.student_id = st.id and ${isCurrent} and ${isOfPart})))`

/**
 * The people that an audience reaches and the students because of whom it does, as a subquery: `person_id`, and for
 * guardians `household_id`, `student_ids`, `students` and `classes` (JSON of names). For staff the last four are empty.
 */
export const readersOf = (audience: SQL, today: SQL): SQL => sql`(
  select reached.person_id, (array_agg(k.household_id order by k.birth_on, k.id))[1] as household_id,
    coalesce(array_agg(k.id order by k.birth_on, k.id) filter (where k.id is not null), '{}') as student_ids,
    coalesce(json_agg(json_build_object('name', k.name, 'nativeName', k.native_name) order by k.birth_on, k.id) filter (where k.id is not null), '[]') as students,
    coalesce((select json_agg(json_build_object('name', s.name, 'nativeName', s.native_name) order by s.starts_at, s.name)
      from sections s join terms t on t.id = s.term_id join courses c on c.id = s.course_id
      where exists (select 1 from enrolments e where e.section_id = s.id and e.student_id = any(array_agg(k.id)) and ${isCurrent})
        and exists (select 1 from jsonb_array_elements(${audience}) part where part->>'kind' not in ('class','level','programme') or ${isOfPart})), '[]') as classes
  from ${peopleOf(audience, today)} reached left join lateral (
    select st.id, st.household_id, p.name, p.native_name, p.birth_on from guardianships g join students st on st.id = g.student_id join persons p on p.id = st.id
    where g.guardian_id = reached.person_id and g.has_data_access and ${isConcerned(audience)}
  ) k on true
  group by reached.person_id)`

type Written = {
  texts: { subject: string; body: string; nativeSubject: string; nativeBody: string }
  sectionId: string
  by: string
  at: Date
}

/** Inserts a notice to the families of one class that is sent at once: never urgent, and without confirmation. */
export const insertClassNotice = async (db: Db, { texts, sectionId, by, at }: Written): Promise<string> =>
  (
    await db
      .insert(notices)
      .values({
        ...texts,
        audience: [{ kind: 'class', sectionId }],
        status: 'scheduled',
        sendAt: at,
        at,
        createdBy: by,
        createdAt: at,
      })
      .returning({ id: notices.id })
  )[0]!.id
