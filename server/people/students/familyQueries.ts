import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Care } from '#contract/people/parents.ts'
import type { FieldIn } from '#contract/studentFields.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import { changePerson, insertPersons } from '#server/access/users/acts.ts'
import { guardianships, sealedFor, students, valuesFor } from './tables.ts'

const childrenOf = (db: Db, householdId: string) =>
  db.select({ id: students.id }).from(students).where(eq(students.householdId, householdId))

/** Makes adults guardians of children. Existing guardianships don't change. */
export const insertGuardianships = async (
  db: Db,
  cared: readonly (typeof guardianships.$inferInsert)[],
): Promise<void> => {
  if (cared.length > 0)
    await db
      .insert(guardianships)
      .values([...cared])
      .onConflictDoNothing()
}

type NewCare = Pick<typeof guardianships.$inferInsert, 'relationship'> & {
  hasDataAccess: boolean
  mayPickUp: boolean
  contactOrder: number
}
/** Makes a member of a household a guardian of all of its children. */
export const insertCareOf = async (db: Db, householdId: string, guardianId: string, care: NewCare): Promise<void> => {
  const { relationship, hasDataAccess, mayPickUp, contactOrder } = care
  await rows(
    db,
    sql`
    insert into guardianships (student_id, guardian_id, relationship, has_data_access, may_pick_up, contact_order)
    select s.id, ${guardianId}::uuid, ${relationship}, ${hasDataAccess}, ${mayPickUp}, ${contactOrder}::int
    from students s where s.household_id = ${householdId}::uuid on conflict do nothing`,
  )
}

type Rights = { hasDataAccess: boolean; mayPickUp: boolean }
export const updateRights = async (db: Db, householdId: string, guardianId: string, rights: Rights): Promise<void> => {
  await db
    .update(guardianships)
    .set(rights)
    .where(and(eq(guardianships.guardianId, guardianId), inArray(guardianships.studentId, childrenOf(db, householdId))))
}

type Change = Pick<Care, 'studentId' | 'guardianId' | 'relationship' | 'hasDataAccess' | 'mayPickUp'>
/** Updates guardianships, all in one statement. */
export const changeCare = async (db: Db, changes: readonly Change[]): Promise<void> => {
  await rows(
    db,
    sql`
    update guardianships set relationship = c.relationship, has_data_access = c."hasDataAccess", may_pick_up = c."mayPickUp"
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c("studentId" uuid, "guardianId" uuid, relationship text, "hasDataAccess" boolean, "mayPickUp" boolean)
    where guardianships.student_id = c."studentId" and guardianships.guardian_id = c."guardianId"`,
  )
}

/** Sets the calling order of a household's guardians, for each child, to the order of its members. */
export const changeCallOrder = async (db: Db, householdId: string): Promise<void> => {
  await rows(
    db,
    sql`
    update guardianships g set contact_order = m.contact_order from household_members m
    where m.household_id = ${householdId}::uuid and g.guardian_id = m.person_id and g.student_id in (select id from students where household_id = ${householdId}::uuid)`,
  )
}

/** Removes a guardian from the children of a household. */
export const removeCare = async (db: Db, householdId: string, guardianId: string): Promise<void> => {
  await db
    .delete(guardianships)
    .where(and(eq(guardianships.guardianId, guardianId), inArray(guardianships.studentId, childrenOf(db, householdId))))
}

/** Archives the children of households. Those archived earlier keep their date. */
export const archiveChildren = async (db: Db, householdIds: readonly string[], at: Date): Promise<void> => {
  await rows(
    db,
    sql`update students set archived_at = ${at.toISOString()}::timestamptz where ${oneOf(sql`students.household_id`, householdIds)} and archived_at is null`,
  )
}

/** Restores the children who were archived along with their households. The households must still be archived. */
export const restoreChildren = async (db: Db, householdIds: readonly string[]): Promise<void> => {
  await rows(
    db,
    sql`update students set archived_at = null from households h
      where h.id = students.household_id and students.archived_at = h.archived_at and ${oneOf(sql`h.id`, householdIds)}`,
  )
}

/** A child of a household, and what the school knows them as. */
export type KeptChild = {
  id: string
  as: 'student' | 'person' | 'unknown'
  child: Record<FieldIn<'registration'>, string>
}
/**
 * Ensures that the children of a household are students: an archived student is restored, a known person becomes a
 * student, and an unknown child is created.
 */
export const keepChildren = async (
  db: Db,
  householdId: string,
  children: readonly KeptChild[],
  at: Date,
): Promise<void> => {
  const having = (...which: KeptChild['as'][]) => children.filter(({ as }) => which.includes(as))
  const known = having('student').map(({ id }) => id)
  const fresh = having('person', 'unknown')
  // People are sent before the students that they become.
  await Promise.all([
    known.length > 0 && db.update(students).set({ archivedAt: null }).where(inArray(students.id, known)),
    ...having('person').map(({ id, child }) => changePerson(db, id, valuesFor('persons', child))),
    insertPersons(
      db,
      having('unknown').map(({ id, child }) => ({ id, ...valuesFor('persons', child) })),
    ),
    fresh.length > 0 &&
      db.insert(students).values(
        fresh.map(({ id, child }) => ({
          id,
          householdId,
          ...sealedFor(db, id, valuesFor('students', child)),
          createdAt: at,
        })),
      ),
  ])
}
