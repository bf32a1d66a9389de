import { sql, type SQL } from 'drizzle-orm'
import type { RecordField } from '#contract/people/confirmations.ts'
import { studentFacts } from '#contract/studentFields.ts'
import { photoConsentOf } from '#server/people/parents/tables.ts'
import { factAsText } from '#server/people/students/tables.ts'

type Fact = [field: RecordField, value: SQL]
const facts = (...each: Fact[]): SQL =>
  sql`json_build_object(${sql.join(
    each.map(([field, value]) => sql`${sql.raw(`'${field}'`)}, ${value}`),
    sql`, `,
  )})`
const entry = (part: string, id: SQL, name: SQL, nativeName: SQL, of: SQL): SQL =>
  sql`json_build_object('part', ${sql.raw(`'${part}'`)}, 'id', ${id}, 'name', ${name}, 'nativeName', ${nativeName}, 'facts', ${of})`
const word = (right: SQL): SQL => sql`case when ${right} then 'yes' else 'no' end`

/**
 * A household's record as JSON: the household, its guardians with their rights, its children with their medical cards,
 * emergency contacts, and the people who may or must not pick them up. `household` is its id as a column.
 */
export const recordOf = (household: SQL): SQL => sql`(
  select coalesce(json_agg(parts.entry order by parts.turn, parts.place, parts.id), '[]') from (
    select 1 as turn, 0 as place, rh.id, ${entry('household', sql`rh.id`, sql`rh.name`, sql`''`, facts(['name', sql`rh.name`], ['address', sql`rh.address`]))} as entry
    from households rh where rh.id = ${household}
    union all
    select 2, m.contact_order, p.id, ${entry(
      'guardian',
      sql`p.id`,
      sql`p.name`,
      sql`p.native_name`,
      facts(
        ['name', sql`p.name`],
        ['nativeName', sql`p.native_name`],
        ['email', sql`p.email`],
        ['phone', sql`p.phone`],
        ['relationship', sql`coalesce(g.relationship, m.relationship)`],
        ['hasDataAccess', word(sql`coalesce(g.access, m.has_data_access)`)],
        ['mayPickUp', word(sql`coalesce(g.pick_up, m.may_pick_up)`)],
      ),
    )} from household_members m join persons p on p.id = m.person_id
      left join lateral (select min(gs.relationship) as relationship, bool_and(gs.has_data_access) as access, bool_and(gs.may_pick_up) as pick_up
        from guardianships gs join students s on s.id = gs.student_id where gs.guardian_id = p.id and s.household_id = m.household_id) g on true
    where m.household_id = ${household}
    union all
    select 3, 0, p.id, ${entry(
      'child',
      sql`p.id`,
      sql`p.name`,
      sql`p.native_name`,
      facts(...studentFacts.map((fact): Fact => [fact, factAsText(fact, 's')]), [
        'photo',
        sql`coalesce(${photoConsentOf(sql`s.id`, sql`s.household_id`)}, '')`,
      ]),
    )} from students s join persons p on p.id = s.id where s.household_id = ${household} and s.archived_at is null
    union all
    select 4, 0, c.id, ${entry(
      'contact',
      sql`c.id`,
      sql`c.name`,
      sql`''`,
      facts(['name', sql`c.name`], ['phone', sql`c.phone`], ['relationship', sql`c.relationship`]),
    )} from emergency_contacts c where c.household_id = ${household}
    union all
    select 5, 0, u.id, ${entry(
      'pickUp',
      sql`u.id`,
      sql`u.name`,
      sql`''`,
      facts(
        ['name', sql`u.name`],
        ['phone', sql`u.phone`],
        ['relationship', sql`u.relationship`],
        ['rule', sql`u.rule`],
        ['toDay', sql`coalesce(u.to_day::text, '')`],
      ),
    )} from pick_ups u where u.household_id = ${household} and u.removed_at is null
  ) parts)`
