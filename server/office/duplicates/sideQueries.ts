import { sql, type SQL } from 'drizzle-orm'
import type { DuplicateKind } from '#contract/office/duplicates.ts'
import { nativeHousehold } from '#server/people/parents/tables.ts'

const people = (from: SQL): SQL =>
  sql`coalesce((select json_agg(json_build_object('name', x.name, 'nativeName', x.native_name) order by x.turn, x.name) from (${from}) x), '[]')`

const homeOf = (person: SQL): SQL =>
  sql`coalesce((select h.address from household_members m join households h on h.id = m.household_id where m.person_id = ${person} order by h.archived_at is not null, h.id limit 1), '')`

/** The columns that show each kind of record next to another; each selects from records named `r`. */
const selects: Record<DuplicateKind, SQL> = {
  household: sql`
    select r.id, r.name, ${nativeHousehold(sql`r.id`, sql`r.name`)} as "nativeName", null::date as "birthOn", '' as email,
      coalesce((select p.phone from household_members m join persons p on p.id = m.person_id where m.household_id = r.id and p.phone <> '' order by m.contact_order limit 1), '') as phone,
      r.address, r.archived_at is not null as "isArchived",
      ${people(sql`select m.contact_order as turn, p.name, p.native_name from household_members m join persons p on p.id = m.person_id where m.household_id = r.id
        union all select 1000, p.name, p.native_name from students s join persons p on p.id = s.id where s.household_id = r.id`)} as people
    from households r`,
  student: sql`
    select r.id, r.name, r.native_name as "nativeName", r.birth_on as "birthOn", r.email, r.phone, h.address, s.archived_at is not null as "isArchived",
      ${people(sql`select g.contact_order as turn, p.name, p.native_name from guardianships g join persons p on p.id = g.guardian_id where g.student_id = r.id and g.guardian_id <> r.id`)} as people
    from persons r join students s on s.id = r.id join households h on h.id = s.household_id`,
  adult: sql`
    select r.id, r.name, r.native_name as "nativeName", r.birth_on as "birthOn", r.email, r.phone, ${homeOf(sql`r.id`)} as address, false as "isArchived",
      ${people(sql`select 1 as turn, p.name, p.native_name from guardianships g join persons p on p.id = g.student_id where g.guardian_id = r.id and g.student_id <> r.id`)} as people
    from persons r`,
}

/** Records of a kind with the columns for the comparison, under the name `r`; `which` filters them. */
export const sidesOf = (of: DuplicateKind, which: SQL): SQL =>
  sql`${selects[of]} where ${of === 'adult' ? sql`not exists (select 1 from students z where z.id = r.id) and ` : sql.empty()}${which}`
