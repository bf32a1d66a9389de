import { sql } from 'drizzle-orm'
import { allFields, isOf } from '#contract/studentFields.ts'
import type { KnownHousehold, KnownPerson } from '#rules/imports/matching.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { columnOf, openedOf, selected } from '#server/people/students/tables.ts'

type Seen = Scope<'imports'> | Scope<'roster'>
export type PersonOnRecord = KnownPerson & { language: string; hasAccount: boolean }

/**
 * Everyone whom a file may refer to; of an adult's households, the one in which they are contacted first comes first.
 */
export const listPersons = async (db: Db, seen: Seen): Promise<PersonOnRecord[]> => {
  const found = await rows<PersonOnRecord>(
    db,
    sql`
    select p.id, ${selected(
      allFields.filter(field => isOf('persons', field)),
      field => columnOf(field, 's'),
    )}, p.email, p.phone, p.other_phones as "otherPhones", p.language, p.account_id is not null as "hasAccount", s.id is not null as "isStudent",
      case when s.id is not null then array[s.household_id::text] else coalesce(m.households, '{}') end as "householdIds",
      ${selected(
        allFields.filter(field => isOf('students', field)),
        field => sql`coalesce(${columnOf(field, 's')}, '')`,
      )}, coalesce(s.custody_note, '') as "custodyNote", s.archived_at is not null as "isArchived"
    from persons p left join students s on s.id = p.id
      left join (select person_id, array_agg(household_id::text order by contact_order, household_id) as households from household_members group by person_id) m on m.person_id = p.id
    where ${seen} order by p.id`,
  )
  return found.map(person => openedOf(db, person))
}

export const listHouseholds = (db: Db, seen: Seen): Promise<KnownHousehold[]> =>
  rows<KnownHousehold>(
    db,
    sql`
    select h.id, h.name, h.address, coalesce((select array_agg(right(regexp_replace(c.phone, '\\D', '', 'g'), 10)) from emergency_contacts c where c.household_id = h.id), '{}') as contacts
    from households h where ${seen} order by h.id`,
  )
