import { sql, type SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { dayIn } from '#rules/calendar.ts'
import { allFields, type StudentField, studentFields, type StudentTable } from '#contract/studentFields.ts'
import { type Db, inPieces, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import { insertDenials } from '#server/people/parents/acts.ts'
import { emergencyContacts, households } from '#server/people/parents/tables.ts'
import { barGuardians, insertCare, noteCustody, partGuardians } from '#server/people/students/acts.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { columnNamed, sealedFor, students } from '#server/people/students/tables.ts'
import { grantAgain } from '#server/access/users/acts.ts'
import { isStaff, persons } from '#server/access/users/tables.ts'
import type { Change, PeoplePlan } from './plan.ts'

/** Adds adults to households, after their present members. Present members stay as they are. */
const insertMembers = (db: Db, members: PeoplePlan['members']) =>
  rows(
    db,
    sql`
    insert into household_members (household_id, person_id, relationship, has_data_access, may_pick_up, contact_order)
    select m."householdId", m."personId", coalesce(m.relationship, 'guardian'), coalesce(m."hasDataAccess", true), coalesce(m."hasDataAccess", true),
      coalesce((select max(o.contact_order) from household_members o where o.household_id = m."householdId"), 0) + row_number() over (partition by m."householdId" order by m.place)
    from jsonb_to_recordset(${JSON.stringify(members.map((member, place) => ({ ...member, place })))}::jsonb)
      as m("householdId" uuid, "personId" uuid, relationship text, "hasDataAccess" boolean, place int)
    on conflict do nothing`,
  )

const fields: { field: Change['field']; table: StudentTable; column: SQL; type: SQL }[] = [
  ...allFields.map((field: StudentField) => ({
    field,
    table: studentFields[field].of,
    column: columnNamed(field),
    type: studentFields[field].type === 'day' ? sql`date` : sql`text`,
  })),
  ...(['email', 'phone', 'otherPhones', 'language'] as const).map(field => ({
    field,
    table: 'persons' as const,
    column: sql`${sql.identifier(toSnakeCase(persons[field].name))}`,
    type: sql`text`,
  })),
]

/**
 * Writes changes, field by field. Each statement compares with the old value, so that it overwrites nothing that was
 * changed since the preview.
 */
const writeChanges = async (db: Db, changes: readonly Change[], mayAddressStaff: boolean): Promise<void> => {
  for (const { field, table, column, type } of fields) {
    const sealed = (id: string, text: string | null) => sealedFor(db, id, { [field]: text })[field]
    const values = changes
      .filter(change => change.field === field)
      .map(({ id, from, to }) => ({ id, from: sealed(id, from), to: sealed(id, to) }))
    if (values.length === 0) continue
    const isOpen = field === 'email' && !mayAddressStaff ? sql`not ${isStaff(sql`t.id`)}` : sql`true`
    await rows(
      db,
      sql`
      update ${sql.raw(table)} t set ${column} = c."to" from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as c(id uuid, "from" ${type}, "to" ${type})
      where t.id = c.id and t.${column} is not distinct from c."from" and ${isOpen}`,
    )
  }
}

/**
 * Writes what an import does to people, in a dozen statements. A household that gets a child is restored from the
 * archive. `by` is the person who imports. Without `mayAddressStaff`, the addresses of members of staff stay as they
 * are.
 */
export const writePeople = async (
  db: Db,
  plan: PeoplePlan,
  at: Date,
  { mayAddressStaff, by }: { mayAddressStaff: boolean; by: string | null },
): Promise<void> => {
  await inPieces(plan.households, piece =>
    db.insert(households).values(piece.map(household => ({ ...household, createdAt: at }))),
  )
  await inPieces([...plan.people.values()], piece => db.insert(persons).values(piece))
  await writeChanges(db, plan.changes, mayAddressStaff)
  await inPieces(plan.students, piece =>
    db.insert(students).values(piece.map(student => ({ ...sealedFor(db, student.id, student), createdAt: at }))),
  )
  await insertMembers(db, plan.members)
  const cared = await insertCare(db, plan.care)
  await partGuardians(db, plan.apart)
  await barGuardians(db, plan.bars)
  await noteCustody(db, plan.custody)
  const denials = plan.custody.flatMap(({ householdId, studentId, strangers }) =>
    strangers.map(name => ({ householdId, studentId, name })),
  )
  if (denials.length > 0) await insertDenials(db, denials, { day: dayIn(await zoneOf(db), at), by, at })
  const barred = new Set(plan.bars.filter(bar => !bar.isPickUpOnly).map(({ guardianId }) => guardianId))
  await grantAgain(
    db,
    [...new Set(cared)].filter(id => !barred.has(id)),
    'parent',
    at,
  )
  await inPieces(plan.contacts, piece => db.insert(emergencyContacts).values(piece))
  await rows(
    db,
    sql`update households h set address = a.address from jsonb_to_recordset(${JSON.stringify(plan.addresses)}::jsonb) as a(id uuid, address text) where h.id = a.id and h.address = ''`,
  )
  await rows(
    db,
    sql`update households set archived_at = null where archived_at is not null and ${oneOf(
      sql`households.id`,
      plan.students.map(({ householdId }) => householdId),
    )}`,
  )
}
