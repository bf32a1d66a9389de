import { sql, type SQL } from 'drizzle-orm'
import {
  allFields,
  eachField,
  isOf,
  type StudentField,
  studentFields,
  type StudentTable,
} from '#contract/studentFields.ts'
import type { Fill, PlannedFamily } from '#rules/imports/plan.ts'
import { isHan } from '#rules/imports/cells.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { oneOf } from '#server/platform/keys.ts'
import { columnNamed } from '#server/people/students/tables.ts'
import { isStaff } from '#server/access/users/tables.ts'

const unique = <T extends { id: string }>(list: readonly T[]): T[] => [
  ...new Map(list.map(each => [each.id, each])).values(),
]

/** What is known of a new child, in one row. */
const childRow = (householdId: string, { id, of }: PlannedFamily['children'][number]) => ({
  id,
  householdId,
  ...eachField(allFields, field => of[field]),
})

const typeOf = (field: StudentField): SQL => (studentFields[field].type === 'day' ? sql`date` : sql`text`)

const insertPeople = async (db: Db, families: readonly PlannedFamily[], at: Date): Promise<void> => {
  const households = unique(
    families.filter(({ isNew }) => isNew).map(({ id, name, address }) => ({ id, name: name.slice(0, 200), address })),
  )
  const guardians = unique(families.flatMap(({ guardians: each }) => each.filter(({ isNew }) => isNew)))
  const children = unique(
    families.flatMap(family => family.children.filter(({ isNew }) => isNew).map(child => childRow(family.id, child))),
  )
  await rows(
    db,
    sql`
    insert into households (id, name, address, created_at)
    select h.id, h.name, h.address, ${at.toISOString()}::timestamptz from jsonb_to_recordset(${JSON.stringify(households)}::jsonb) as h(id uuid, name text, address text)`,
  )
  await rows(
    db,
    sql`
    insert into persons (id, name, native_name, email, phone, language)
    select g.id, g.name, g."nativeName", g.email, g.phone, g.language
    from jsonb_to_recordset(${JSON.stringify(guardians.map(guardian => ({ ...guardian, language: isHan(guardian.name) ? 'zh' : 'en' })))}::jsonb)
      as g(id uuid, name text, "nativeName" text, email text, phone text, language text)`,
  )
  const list = (table: StudentTable) => {
    const fields = allFields.filter(field => isOf(table, field))
    const typed = fields.map(field => sql`${sql.identifier(field)} ${typeOf(field)}`)
    return {
      columns: sql.join(fields.map(columnNamed), sql`, `),
      values: sql.join(
        fields.map(field => sql`c.${sql.identifier(field)}`),
        sql`, `,
      ),
      from: sql`jsonb_to_recordset(${JSON.stringify(children)}::jsonb) as c(id uuid, "householdId" uuid, ${sql.join(typed, sql`, `)})`,
    }
  }
  const [ofPerson, ofStudent] = [list('persons'), list('students')]
  await rows(
    db,
    sql`insert into persons (id, ${ofPerson.columns}) select c.id, ${ofPerson.values} from ${ofPerson.from}`,
  )
  await rows(
    db,
    sql`
    insert into students (id, household_id, ${ofStudent.columns}, created_at)
    select c.id, c."householdId", ${ofStudent.values}, ${at.toISOString()}::timestamptz from ${ofStudent.from}`,
  )
}

/** Makes guardians members of their households, after those who are there. Who is a member already stays as they are. */
const insertMembers = async (db: Db, families: readonly PlannedFamily[]): Promise<void> => {
  const members = families.flatMap(({ id, guardians }) =>
    guardians
      .filter(({ isMember }) => !isMember)
      .map((guardian, place) => ({
        householdId: id,
        personId: guardian.id,
        relationship: guardian.relationship,
        place,
      })),
  )
  await rows(
    db,
    sql`
    insert into household_members (household_id, person_id, relationship, contact_order)
    select m."householdId", m."personId", m.relationship,
      coalesce((select max(o.contact_order) from household_members o where o.household_id = m."householdId"), 0) + row_number() over (partition by m."householdId" order by m.place)
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as m("householdId" uuid, "personId" uuid, relationship text, place int)
    on conflict do nothing`,
  )
}

/**
 * Lets guardians care: for a new child as they do for its siblings, who may not see one of them sees none of a later
 * one; and somebody who joins a household for all of its children. The first contact of a new child has the bill.
 */
const insertCare = async (db: Db, families: readonly PlannedFamily[]): Promise<void> => {
  const newChildren = families.flatMap(({ children }) => children.filter(({ isNew }) => isNew).map(({ id }) => id))
  const touched = families
    .filter(({ isNew, guardians }) => !isNew && guardians.some(({ isMember }) => !isMember))
    .map(({ id }) => id)
  await rows(
    db,
    sql`
    insert into guardianships (student_id, guardian_id, relationship, has_data_access, may_pick_up, contact_order, billing_percent)
    select s.id, m.person_id, coalesce(g.relationship, m.relationship), coalesce(g.access, m.has_data_access), coalesce(g.pick_up, m.may_pick_up), m.contact_order,
      case when row_number() over (partition by s.id order by m.contact_order, m.person_id) = 1 then 100 else 0 end
    from students s join household_members m on m.household_id = s.household_id
      left join lateral (select min(gs.relationship) as relationship, bool_and(gs.has_data_access) as access, bool_and(gs.may_pick_up) as pick_up
        from guardianships gs join students o on o.id = gs.student_id where gs.guardian_id = m.person_id and o.household_id = s.household_id) g on true
    where ${oneOf(sql`s.id`, newChildren)}`,
  )
  await rows(
    db,
    sql`
    insert into guardianships (student_id, guardian_id, relationship, has_data_access, may_pick_up, contact_order, billing_percent)
    select s.id, m.person_id, m.relationship, m.has_data_access, m.may_pick_up, m.contact_order,
      case when exists (select 1 from guardianships g where g.student_id = s.id) then 0 when row_number() over (partition by s.id order by m.contact_order, m.person_id) = 1 then 100 else 0 end
    from students s join household_members m on m.household_id = s.household_id
    where ${oneOf(sql`s.household_id`, touched)} and not exists (select 1 from guardianships g where g.student_id = s.id and g.guardian_id = m.person_id)
      and ${oneOf(
        sql`m.person_id`,
        families.flatMap(({ guardians }) => guardians.filter(({ isMember }) => !isMember).map(({ id }) => id)),
      )}`,
  )
}

/**
 * What counts as blank: a name that an address or a number stands for, too. The address of a member of staff is given
 * where a full administrator gives it.
 */
const blanks: Partial<Record<Fill['field'], SQL>> = {
  birthOn: sql`t.birth_on is null`,
  name: sql`t.name in (t.email, t.phone)`,
  email: sql`(t.email = '' and not ${isStaff(sql`t.id`)})`,
}

/** Fills blanks, and nothing that is there: the statement itself says so. */
const fillBlanks = async (db: Db, fills: readonly Fill[]): Promise<void> => {
  const columns: { field: Fill['field']; table: StudentTable; column: SQL; type: SQL }[] = [
    ...allFields.map(field => ({
      field,
      table: studentFields[field].of,
      column: columnNamed(field),
      type: typeOf(field),
    })),
    ...(['email', 'phone'] as const).map(field => ({
      field,
      table: 'persons' as const,
      column: sql`${sql.identifier(field)}`,
      type: sql`text`,
    })),
  ]
  for (const { field, table, column, type } of columns) {
    const values = fills.filter(fill => fill.field === field).map(({ id, value }) => ({ id, value }))
    if (values.length === 0) continue
    const isBlank = blanks[field] ?? sql`t.${column} = ''`
    await rows(
      db,
      sql`
      update ${sql.raw(table)} t set ${column} = f.value::${type}
      from jsonb_to_recordset(${JSON.stringify(unique(values))}::jsonb) as f(id uuid, value text) where t.id = f.id and ${isBlank}`,
    )
  }
}

/** Writes a plan in a dozen statements, whatever its size. A household that gets somebody comes back from the archive. */
export const writePlan = async (db: Db, families: readonly PlannedFamily[], at: Date): Promise<void> => {
  await insertPeople(db, families, at)
  await insertMembers(db, families)
  await insertCare(db, families)
  await fillBlanks(
    db,
    families.flatMap(({ fills }) => fills),
  )
  const addresses = unique(
    families.filter(({ fillsAddress }) => fillsAddress).map(({ id, address }) => ({ id, address })),
  )
  await rows(
    db,
    sql`update households h set address = a.address from jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb) as a(id uuid, address text) where h.id = a.id and h.address = ''`,
  )
  const joined = families
    .filter(({ isNew, children }) => !isNew && children.some(child => child.isNew))
    .map(({ id }) => id)
  await rows(
    db,
    sql`update households set archived_at = null where archived_at is not null and ${oneOf(sql`households.id`, joined)}`,
  )
  const contacts = families.flatMap(({ id, contacts: each }) =>
    each.map(contact => ({ ...contact, id: newId(), householdId: id })),
  )
  await rows(
    db,
    sql`
    insert into emergency_contacts (id, household_id, name, phone, relationship)
    select c.id, c."householdId", c.name, c.phone, c.relationship
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as c(id uuid, "householdId" uuid, name text, phone text, relationship text)`,
  )
  // Who signs in already and may see a child now needs the role for it.
  await rows(
    db,
    sql`
    insert into role_grants (id, person_id, role, starts_at)
    select gen_random_uuid(), p.id, 'parent', ${at.toISOString()}::timestamptz from persons p
    where p.account_id is not null and ${oneOf(
      sql`p.id`,
      families.flatMap(({ guardians }) => guardians.map(({ id }) => id)),
    )}
      and exists (select 1 from guardianships g where g.guardian_id = p.id and g.has_data_access)
      and not exists (select 1 from role_grants r where r.person_id = p.id and r.role = 'parent' and r.ends_at is null)`,
  )
}

/** Whose screens show something else now: guardians with access to a child of these households. */
export const listConcerned = async (db: Db, householdIds: readonly string[]): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`
      select distinct g.guardian_id as id from guardianships g join students s on s.id = g.student_id join persons p on p.id = g.guardian_id
      where g.has_data_access and p.account_id is not null and ${oneOf(sql`s.household_id`, householdIds)}`,
    )
  ).map(({ id }) => id)
