import { eq, sql } from 'drizzle-orm'
import type { StudentInput } from '#contract/people/students.ts'
import type { StudentField } from '#contract/studentFields.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { persons } from '#server/access/users/tables.ts'
import { guardianships, students, valuesFor } from './tables.ts'

/** Whose screens show a student: guardians with data access, and the teachers of the classes it is in. */
export const listPeopleOf = async (db: Db, studentId: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`
      select guardian_id as id from guardianships where student_id = ${studentId}::uuid and has_data_access
      union select t.teacher_id from enrolments e join section_teachers t on t.section_id = e.section_id where e.student_id = ${studentId}::uuid and e.status in ('active','completed')`,
    )
  ).map(({ id }) => id)

/**
 * Puts a child into a household. Its guardians care for it as they do for its siblings, and a first child as was said
 * when they came; who may not see one sibling sees none of a later one. The first contact has the bill.
 */
export const insertStudent = async (db: Db, householdId: string, child: StudentInput, at: Date): Promise<string> => {
  const id = newId()
  await db.insert(persons).values({ id, ...valuesFor('persons', child) })
  await db.insert(students).values({ id, householdId, ...valuesFor('students', child), createdAt: at })
  const members = await rows<Omit<typeof guardianships.$inferInsert, 'studentId' | 'billingPercent'>>(
    db,
    sql`
    select m.person_id as "guardianId", m.contact_order as "contactOrder", coalesce(g.relationship, m.relationship) as relationship,
      coalesce(g.access, m.has_data_access) as "hasDataAccess", coalesce(g.pick_up, m.may_pick_up) as "mayPickUp"
    from household_members m left join lateral (
      select min(gs.relationship) as relationship, bool_and(gs.has_data_access) as access, bool_and(gs.may_pick_up) as pick_up
      from guardianships gs join students s on s.id = gs.student_id where gs.guardian_id = m.person_id and s.household_id = ${householdId}::uuid) g on true
    where m.household_id = ${householdId}::uuid order by m.contact_order, m.person_id`,
  )
  if (members.length > 0)
    await db
      .insert(guardianships)
      .values(members.map((member, index) => ({ ...member, studentId: id, billingPercent: index === 0 ? 100 : 0 })))
  return id
}

/** Writes some fields of a student that is there. */
export const updateFields = async (db: Db, id: string, values: { [Field in StudentField]?: string }): Promise<void> => {
  const ofPerson = valuesFor('persons', values)
  const ofStudent = valuesFor('students', values)
  if (Object.keys(ofPerson).length > 0) await db.update(persons).set(ofPerson).where(eq(persons.id, id))
  if (Object.keys(ofStudent).length > 0) await db.update(students).set(ofStudent).where(eq(students.id, id))
}

type Named = { name: string; nativeName: string; birthOn: string | null }

/**
 * Children from whose data somebody is barred, though they are their guardian: by the person, or by an address without
 * an account.
 */
export const listBarredFrom = (db: Db, { personId, email }: Pick<Actor, 'personId' | 'email'>): Promise<Named[]> =>
  rows<Named>(
    db,
    sql`
    select c.name, c.native_name as "nativeName", c.birth_on as "birthOn" from guardianships g join persons p on p.id = g.guardian_id join persons c on c.id = g.student_id
    where not g.has_data_access and g.guardian_id <> g.student_id
      and (p.id = ${personId}::uuid or (${email} <> '' and p.email = ${email} and p.account_id is null))`,
  )

const same = (a: string, b: string): boolean => a.trim() !== '' && a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * Whether a child that a guardian brings may be one from whose data they are barred: it has the same birthday or one of
 * the same names. The office decides, since a copy of the child would open what is closed.
 */
export const mayBeBarred = (barred: readonly Named[], child: Named): boolean =>
  barred.some(
    each =>
      (each.birthOn !== null && each.birthOn === child.birthOn) ||
      same(each.name, child.name) ||
      same(each.nativeName, child.nativeName),
  )

/** The same of a child that is on record. */
export const mayBeBarredFrom = async (
  db: Db,
  actor: Pick<Actor, 'personId' | 'email'>,
  studentId: string,
): Promise<boolean> => {
  const barred = await listBarredFrom(db, actor)
  if (barred.length === 0) return false
  const [child] = await rows<Named>(
    db,
    sql`select name, native_name as "nativeName", birth_on as "birthOn" from persons where id = ${studentId}::uuid`,
  )
  return child !== undefined && mayBeBarred(barred, child)
}
