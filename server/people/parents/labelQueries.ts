import { sql, type SQL } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isCurrentTerm, otherTermOf } from '#server/school/terms/tables.ts'

/** The content of one label: a prominent line, and the rest. */
export type Label = { title: string; native: string; lines: string[] }

/** The ids of the records with their positions. */
const inOrder = (ids: readonly string[]): SQL =>
  sql`(select o.id::uuid as id, o.place from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as o(id, place))`

/** Addresses of families, with their first guardian with data access. Families without an address are left out. */
export const listAddresses = (db: Db, seen: Scope<'households'>, ids: readonly string[]): Promise<Label[]> =>
  rows(
    db,
    sql`
    select coalesce(first.name, households.name) as title, coalesce(first.native_name, '') as native,
      to_json(regexp_split_to_array(households.address, '\\s*[\n]\\s*|,\\s+')) as lines
    from households join ${inOrder(ids)} asked on asked.id = households.id left join lateral (
      select p.name, p.native_name from household_members m join persons p on p.id = m.person_id
      where m.household_id = households.id and exists (select 1 from guardianships g join students s on s.id = g.student_id
        where g.guardian_id = m.person_id and s.household_id = households.id and g.has_data_access)
      order by m.contact_order, p.name limit 1) first on true
    where ${seen} and households.address <> '' order by asked.place`,
  )

/** Names of students with their grade and their classes in current terms. */
export const listBadges = (db: Db, seen: Scope<'students'>, ids: readonly string[]): Promise<Label[]> =>
  rows(
    db,
    sql`
    select coalesce(nullif(p.preferred_name, ''), p.name) as title, p.native_name as native,
      array_remove(array[case when p.preferred_name <> '' then p.name end,
        (select string_agg(s.name || coalesce(' · ' || (${otherTermOf('t')} ->> 'name'), ''), ', ' order by t.starts_on, s.starts_at, s.name) from enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id
          where e.student_id = students.id and e.status = 'active' and ${isCurrentTerm('t')})], null) as lines
    from students join persons p on p.id = students.id join ${inOrder(ids)} asked on asked.id = students.id
    where ${seen} order by asked.place`,
  )

/** The families of students, without duplicates, in the order of their first child. */
export const householdsOf = async (db: Db, seen: Scope<'students'>, ids: readonly string[]): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select students.household_id as id from students join ${inOrder(ids)} asked on asked.id = students.id
        where ${seen} and ${oneOf(sql`students.id`, ids)} group by students.household_id order by min(asked.place)`,
    )
  ).map(({ id }) => id)
