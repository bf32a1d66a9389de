import { sql, type SQL } from 'drizzle-orm'
import { balanceOf } from '#server/slices/payments/tables.ts'

/** Whether the enrolment `e` in the section `s` of the term `t` counts for an audience: its student sits there now. */
const isCurrent = sql.raw(`e.status in ('active','approval') and t.status in ('registration','active','grading')`)

const enrolled = (condition: SQL): SQL => sql`
  select g.guardian_id from enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id join courses c on c.id = s.course_id
    join guardianships g on g.student_id = e.student_id and g.has_data_access where ${isCurrent} and ${condition}`

/**
 * The persons that an audience reaches, as a subquery of one column `person_id`, each once. `audience` is a JSON
 * array of `AudiencePart` (contract/audience.ts), as a parameter or as a column; `today` is the school's day, which
 * decides what is overdue.
 */
export const peopleOf = (audience: SQL, today: SQL): SQL => sql`(
  select distinct reached.person_id from jsonb_array_elements(${audience}) part cross join lateral (
    select guardian_id as person_id from (${enrolled(sql`true`)}) f where part->>'kind' = 'everyone' or (part->>'kind' = 'role' and part->>'role' = 'parent')
    union all
    select r.person_id from role_grants r where (r.ends_at is null or r.ends_at > now()) and r.role in ('teacher','admin')
      and (part->>'kind' = 'everyone' or (part->>'kind' = 'role' and part->>'role' = r.role))
    union all
    select guardian_id from (${enrolled(sql`part->>'kind' = 'class' and s.id = (part->>'sectionId')::uuid`)}) f
    union all
    select guardian_id from (${enrolled(sql`part->>'kind' = 'level' and c.level = (part->>'level')::int`)}) f
    union all
    select guardian_id from (${enrolled(sql`part->>'kind' = 'programme' and c.programme_id = (part->>'programmeId')::uuid`)}) f
    union all
    select g.guardian_id from students st join guardianships g on g.student_id = st.id and g.has_data_access
      where part->>'kind' = 'household' and st.household_id = (part->>'householdId')::uuid
    union all
    select g.guardian_id from households h join students st on st.household_id = h.id join guardianships g on g.student_id = st.id and g.has_data_access
      where part->>'kind' = 'unpaid' and ${balanceOf(sql`h.id`)} > 0 and exists (select 1 from charges x where x.household_id = h.id and x.due_on < ${today}
        and x.amount_cents > coalesce((select sum(d.amount_cents) from discounts d where d.charge_id = x.id), 0) + coalesce((select sum(a.amount_cents) from allocations a where a.charge_id = x.id), 0))
    union all
    select p.id from persons p where part->>'kind' = 'person' and p.id = (part->>'personId')::uuid
  ) reached)`
