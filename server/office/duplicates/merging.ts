import { eq, inArray, sql } from 'drizzle-orm'
import type { DuplicateKind, MergeField } from '#contract/office/duplicates.ts'
import { type FieldOf, isOf, partsOf, studentFacts, type StudentTable } from '#contract/studentFields.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { households } from '#server/people/parents/tables.ts'
import { standFor } from '#server/exchange/oneroster/acts.ts'
import { balanceOf } from '#server/money/payments/tables.ts'
import { students } from '#server/people/students/tables.ts'
import { endRole } from '#server/access/users/acts.ts'
import { persons } from '#server/access/users/tables.ts'
import { tablesOf } from './comparing.ts'
import { joinHouseholds, joinPeople, joinStudents, type Pair } from './joining.ts'
import { moveReferences, replaceLoose } from './references.ts'

/** Whose value of a field stays; a field that is not named keeps the first's, or takes the other's where that is empty. */
export type Choices = Partial<Record<MergeField, 'keep' | 'drop'>>

type Picked = <T>(field: MergeField, keep: T, drop: T, isEmpty?: boolean) => T
const picker =
  (choices: Choices): Picked =>
  (field, keep, drop, isEmpty = keep === '' || keep === null) =>
    (choices[field] ?? (isEmpty ? 'drop' : 'keep')) === 'keep' ? keep : drop

/** The chosen values of a row's fields; the parts of a fact come from one side. */
const pickFacts = <Table extends StudentTable, Row extends Record<FieldOf<Table>, string | null>>(
  table: Table,
  pick: Picked,
  keep: Row,
  drop: Row,
): Pick<Row, FieldOf<Table>> => {
  const chosen = studentFacts.flatMap(fact => {
    const parts = partsOf(fact).filter((field): field is FieldOf<Table> => isOf(table, field))
    const side = pick(
      fact,
      keep,
      drop,
      parts.every(field => !keep[field]),
    )
    return parts.map(field => [field, side[field]])
  })
  return Object.fromEntries(chosen) as Pick<Row, FieldOf<Table>>
}

/** Holds both records, in one order for everybody, until the transaction ends. */
export const lockPair = async (db: Db, of: DuplicateKind, { keepId, dropId }: Pair): Promise<void> => {
  const table = sql.identifier(of === 'household' ? 'households' : 'persons')
  await rows(db, sql`select 1 from ${table} where id in (${keepId}::uuid, ${dropId}::uuid) order by id for update`)
}

/** Of two rows that have these ids, the one that stays first; either may be missing. */
const inPair = <R extends { id: string }>(found: readonly R[], { keepId, dropId }: Pair) =>
  [keepId, dropId].map(id => found.find(row => row.id === id)) as [R | undefined, R | undefined]

/** Writes the chosen values of a person, and gives the account of the address that was kept. */
const settlePerson = async (db: Db, pair: Pair, pick: Picked): Promise<void> => {
  const [keep, drop] = inPair(
    await db
      .select()
      .from(persons)
      .where(inArray(persons.id, [pair.keepId, pair.dropId])),
    pair,
  )
  if (!keep || !drop) throw new Error('a locked person is gone')
  const text = (field: 'phone' | 'language') => pick(field, keep[field], drop[field])
  const isKept = pick('email', true, false)
  const own = keep.accountId === null ? drop : drop.accountId === null ? keep : isKept ? keep : drop
  const hasAccount = own.accountId !== null
  // An account belongs to one person at a time.
  await db
    .update(persons)
    .set({ accountId: null })
    .where(inArray(persons.id, [pair.keepId, pair.dropId]))
  await db
    .update(persons)
    .set({
      ...pickFacts('persons', pick, keep, drop),
      phone: text('phone'),
      language: text('language'),
      email: hasAccount ? own.email : pick('email', keep.email, drop.email),
      accountId: own.accountId,
    })
    .where(eq(persons.id, pair.keepId))
}

/** Makes the person that stays the student that both are; a student who was one only under the other id is carried over. */
const settleStudent = async (db: Db, pair: Pair, pick: Picked): Promise<void> => {
  const [keep, drop] = inPair(
    await db
      .select()
      .from(students)
      .where(inArray(students.id, [pair.keepId, pair.dropId]))
      .for('update'),
    pair,
  )
  if (!drop) return
  if (!keep) {
    await db.insert(students).values({ ...drop, id: pair.keepId })
    return
  }
  const householdId = pick('household', keep.householdId, drop.householdId)
  await joinStudents(db, pair, {
    kept: householdId,
    left: householdId === keep.householdId ? drop.householdId : keep.householdId,
  })
  await db
    .update(students)
    .set({
      householdId,
      ...pickFacts('students', pick, keep, drop),
      // Neither note of the office is lost.
      custodyNote: [...new Set([keep.custodyNote, drop.custodyNote].filter(Boolean))].join('\n'),
      archivedAt: keep.archivedAt && drop.archivedAt,
    })
    .where(eq(students.id, pair.keepId))
}

const settleTeacher = async (db: Db, { keepId, dropId }: Pair): Promise<void> => {
  await rows(
    db,
    sql`insert into teachers (id, created_at, archived_at) select ${keepId}::uuid, created_at, archived_at from teachers where id = ${dropId}::uuid on conflict do nothing`,
  )
}

const settleHousehold = async (db: Db, pair: Pair, pick: Picked): Promise<void> => {
  const [keep, drop] = inPair(
    await db
      .select()
      .from(households)
      .where(inArray(households.id, [pair.keepId, pair.dropId])),
    pair,
  )
  if (!keep || !drop) throw new Error('a locked household is gone')
  await db
    .update(households)
    .set({
      name: pick('name', keep.name, drop.name),
      address: pick('address', keep.address, drop.address),
      archivedAt: keep.archivedAt && drop.archivedAt,
    })
    .where(eq(households.id, pair.keepId))
}

/** What all families owe together: a merge moves money from hand to hand, never makes or loses any. */
const sumOwed = async (db: Db): Promise<number> =>
  (
    await rows<{ sum: number }>(
      db,
      sql`select coalesce(sum(${balanceOf(sql`h.id`)}), 0)::bigint as sum from households h`,
    )
  )[0]!.sum

/** Makes two records one, in the caller's transaction. */
export const merge = async (db: Db, of: DuplicateKind, pair: Pair, choices: Choices, now: Date): Promise<void> => {
  const pick = picker(choices)
  if (of === 'household') {
    const before = await sumOwed(db)
    await joinHouseholds(db, pair, now)
    await settleHousehold(db, pair, pick)
    await moveReferences(db, tablesOf[of], pair)
    await replaceLoose(db, pair)
    await db.delete(households).where(eq(households.id, pair.dropId))
    if ((await sumOwed(db)) !== before) throw new Error('a merge of families changed what is owed')
    return
  }
  await joinPeople(db, pair, now)
  await settlePerson(db, pair, pick)
  await settleStudent(db, pair, pick)
  await settleTeacher(db, pair)
  await moveReferences(db, tablesOf[of], pair)
  await replaceLoose(db, pair)
  await standFor(db, 'user', pair.dropId, pair.keepId)
  await rows(db, sql`delete from students where id = ${pair.dropId}::uuid`)
  await rows(db, sql`delete from teachers where id = ${pair.dropId}::uuid`)
  await db.delete(persons).where(eq(persons.id, pair.dropId))
  await endUnused(db, pair.keepId)
}

/** Ends the parent's role of somebody who, by the stricter right, may not see any child any more. */
const endUnused = async (db: Db, personId: string): Promise<void> => {
  const [found] = await rows<{ isBarred: boolean }>(
    db,
    sql`select count(*) > 0 and not coalesce(bool_or(has_data_access), false) as "isBarred" from guardianships where guardian_id = ${personId}::uuid`,
  )
  if (found?.isBarred) await endRole(db, [personId], 'parent')
}

/** How many of the children that a merge is about have no guardian who may see their record. */
export const countUnseen = async (db: Db, { keepId, dropId }: Pair): Promise<number> =>
  (
    await rows<{ n: number }>(
      db,
      sql`select count(distinct g.student_id)::int as n from guardianships g
        where (g.student_id in (${keepId}::uuid, ${dropId}::uuid) or g.guardian_id in (${keepId}::uuid, ${dropId}::uuid))
          and not exists (select 1 from guardianships o where o.student_id = g.student_id and o.has_data_access)`,
    )
  )[0]!.n

/** Whose screens show the records: the guardians of both, their children's teachers, and themselves. */
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
