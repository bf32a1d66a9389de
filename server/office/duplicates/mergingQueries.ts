import { eq, inArray, sql } from 'drizzle-orm'
import type { DuplicateKind } from '#contract/office/duplicates.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { households } from '#server/people/parents/tables.ts'
import { balanceOf } from '#server/money/payments/tables.ts'
import { openedOf, sealedFor, students } from '#server/people/students/tables.ts'
import { persons } from '#server/access/users/tables.ts'
import type { Pair } from './joiningQueries.ts'

/** Locks both records until the transaction ends, in the same order for everyone. */
export const lockPair = async (db: Db, of: DuplicateKind, { keepId, dropId }: Pair): Promise<void> => {
  const table = sql.identifier(of === 'household' ? 'households' : 'persons')
  await rows(db, sql`select 1 from ${table} where id in (${keepId}::uuid, ${dropId}::uuid) order by id for update`)
}

/** The rows with these ids, the record that stays first; either may be missing. */
const inPair = <R extends { id: string }>(found: readonly R[], { keepId, dropId }: Pair) =>
  [keepId, dropId].map(id => found.find(row => row.id === id)) as [R | undefined, R | undefined]

export const findPersons = async (db: Db, pair: Pair) =>
  inPair(
    await db
      .select()
      .from(persons)
      .where(inArray(persons.id, [pair.keepId, pair.dropId])),
    pair,
  )

export const freeAccounts = (db: Db, pair: Pair) =>
  db
    .update(persons)
    .set({ accountId: null })
    .where(inArray(persons.id, [pair.keepId, pair.dropId]))

export const updatePerson = (db: Db, id: string, values: Partial<typeof persons.$inferInsert>) =>
  db.update(persons).set(values).where(eq(persons.id, id))

/** The rows of two students with their notes opened, locked. */
export const lockStudents = async (db: Db, pair: Pair) => {
  const found = await db
    .select()
    .from(students)
    .where(inArray(students.id, [pair.keepId, pair.dropId]))
    .for('update')
  return inPair(
    found.map(student => openedOf(db, student)),
    pair,
  )
}

export const insertStudent = (db: Db, values: typeof students.$inferInsert) =>
  db.insert(students).values(sealedFor(db, values.id, values))

export const updateStudent = (db: Db, id: string, values: Partial<typeof students.$inferInsert>) =>
  db
    .update(students)
    .set(sealedFor(db, id, values))
    .where(eq(students.id, id))

/** Makes the person that stays a teacher if the other one is. */
export const carryTeacher = async (db: Db, { keepId, dropId }: Pair): Promise<void> => {
  await rows(
    db,
    sql`insert into teachers (id, created_at, archived_at) select ${keepId}::uuid, created_at, archived_at from teachers where id = ${dropId}::uuid on conflict do nothing`,
  )
}

/** Deletes a person to whom nothing refers. */
export const deletePerson = async (db: Db, id: string): Promise<void> => {
  await rows(db, sql`delete from students where id = ${id}::uuid`)
  await rows(db, sql`delete from teachers where id = ${id}::uuid`)
  await db.delete(persons).where(eq(persons.id, id))
}

export const findHouseholds = async (db: Db, pair: Pair) =>
  inPair(
    await db
      .select()
      .from(households)
      .where(inArray(households.id, [pair.keepId, pair.dropId])),
    pair,
  )

export const updateHousehold = (db: Db, id: string, values: Partial<typeof households.$inferInsert>) =>
  db.update(households).set(values).where(eq(households.id, id))

export const deleteHousehold = (db: Db, id: string) => db.delete(households).where(eq(households.id, id))

/** The total balance of all families: a merge moves money between families, but never changes the total. */
export const sumOwed = async (db: Db): Promise<number> =>
  (
    await rows<{ sum: number }>(
      db,
      sql`select coalesce(sum(${balanceOf(sql`h.id`)}), 0)::bigint as sum from households h`,
    )
  )[0]!.sum

/** True where a person is a guardian of children and may see none of them. */
export const isBarred = async (db: Db, personId: string): Promise<boolean> => {
  const [found] = await rows<{ isBarred: boolean }>(
    db,
    sql`select count(*) > 0 and not coalesce(bool_or(has_data_access), false) as "isBarred" from guardianships where guardian_id = ${personId}::uuid`,
  )
  return found!.isBarred
}

/** The number of children affected by a merge that have no guardian with data access. */
export const countUnseen = async (db: Db, { keepId, dropId }: Pair): Promise<number> =>
  (
    await rows<{ n: number }>(
      db,
      sql`select count(distinct g.student_id)::int as n from guardianships g
        where (g.student_id in (${keepId}::uuid, ${dropId}::uuid) or g.guardian_id in (${keepId}::uuid, ${dropId}::uuid))
          and not exists (select 1 from guardianships o where o.student_id = g.student_id and o.has_data_access)`,
    )
  )[0]!.n

/**
 * The people whose screens show the records: the guardians of the affected children, their teachers, and the two
 * themselves.
 */
export const listPeople = async (db: Db, { keepId, dropId }: Pair): Promise<string[]> => {
  const both = sql`(${keepId}::uuid, ${dropId}::uuid)`
  const found = await rows<{ id: string }>(
    db,
    sql`
    with children as (
      select s.id from students s where s.id in ${both} or s.household_id in ${both}
      union select g.student_id from guardianships g where g.guardian_id in ${both})
    select g.guardian_id as id from guardianships g where g.has_data_access and g.student_id in (select id from children)
    union select st.teacher_id from enrolments e join section_teachers st on st.section_id = e.section_id where e.student_id in (select id from children)
    union select unnest(array[${keepId}::uuid, ${dropId}::uuid])`,
  )
  return found.map(({ id }) => id)
}
