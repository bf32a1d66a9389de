import type { DuplicateKind, MergeField } from '#contract/office/duplicates.ts'
import { type FieldOf, isOf, partsOf, studentFacts, type StudentTable } from '#contract/studentFields.ts'
import type { Db } from '#server/platform/db.ts'
import { standFor } from '#server/exchange/oneroster/acts.ts'
import { endRole } from '#server/access/users/acts.ts'
import { tablesOf } from './comparing.ts'
import { joinHouseholds, joinPeople, joinStudents, type Pair } from './joiningQueries.ts'
import {
  carryTeacher,
  deleteHousehold,
  deletePerson,
  findHouseholds,
  findPersons,
  freeAccounts,
  insertStudent,
  isBarred,
  lockStudents,
  sumOwed,
  updateHousehold,
  updatePerson,
  updateStudent,
} from './mergingQueries.ts'
import { moveReferences, replaceLoose } from './referenceQueries.ts'

/**
 * The side whose value of a field is kept; a field that is not named keeps the value of the record that stays or, where
 * that is empty, takes the other's.
 */
export type Choices = Partial<Record<MergeField, 'keep' | 'drop'>>

type Picked = <T>(field: MergeField, keep: T, drop: T, isEmpty?: boolean) => T
const picker =
  (choices: Choices): Picked =>
  (field, keep, drop, isEmpty = keep === '' || keep === null) =>
    (choices[field] ?? (isEmpty ? 'drop' : 'keep')) === 'keep' ? keep : drop

/** The chosen values of a row's fields; all parts of a fact come from one side. */
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

/** Stores the chosen values of a person, with the account that belongs to the address that was kept. */
const settlePerson = async (db: Db, pair: Pair, pick: Picked): Promise<void> => {
  const [keep, drop] = await findPersons(db, pair)
  if (!keep || !drop) throw new Error('a locked person is gone')
  const text = (field: 'phone' | 'language') => pick(field, keep[field], drop[field])
  const isKept = pick('email', true, false)
  const own = keep.accountId === null ? drop : drop.accountId === null ? keep : isKept ? keep : drop
  const hasAccount = own.accountId !== null
  // An account belongs to one person at a time.
  await freeAccounts(db, pair)
  await updatePerson(db, pair.keepId, {
    ...pickFacts('persons', pick, keep, drop),
    phone: text('phone'),
    // The additional phone numbers of both are kept.
    otherPhones: [...new Set([keep.otherPhones, drop.otherPhones].filter(Boolean))].join(', ').slice(0, 200),
    language: text('language'),
    email: hasAccount ? own.email : pick('email', keep.email, drop.email),
    accountId: own.accountId,
  })
}

/**
 * Combines the students of a pair under the id that stays. A person who was a student only under the other id becomes
 * one.
 */
const settleStudent = async (db: Db, pair: Pair, pick: Picked): Promise<void> => {
  const [keep, drop] = await lockStudents(db, pair)
  if (!drop) return
  if (!keep) {
    await insertStudent(db, { ...drop, id: pair.keepId })
    return
  }
  const householdId = pick('household', keep.householdId, drop.householdId)
  await joinStudents(db, pair, {
    kept: householdId,
    left: householdId === keep.householdId ? drop.householdId : keep.householdId,
  })
  await updateStudent(db, pair.keepId, {
    householdId,
    ...pickFacts('students', pick, keep, drop),
    // The office's notes of both are kept.
    custodyNote: [...new Set([keep.custodyNote, drop.custodyNote].filter(Boolean))].join('\n'),
    archivedAt: keep.archivedAt && drop.archivedAt,
  })
}

const settleHousehold = async (db: Db, pair: Pair, pick: Picked): Promise<void> => {
  const [keep, drop] = await findHouseholds(db, pair)
  if (!keep || !drop) throw new Error('a locked household is gone')
  await updateHousehold(db, pair.keepId, {
    name: pick('name', keep.name, drop.name),
    address: pick('address', keep.address, drop.address),
    archivedAt: keep.archivedAt && drop.archivedAt,
  })
}

/** Merges two records into one, in the caller's transaction. */
export const merge = async (db: Db, of: DuplicateKind, pair: Pair, choices: Choices, now: Date): Promise<void> => {
  const pick = picker(choices)
  if (of === 'household') {
    const before = await sumOwed(db)
    await joinHouseholds(db, pair, now)
    await settleHousehold(db, pair, pick)
    await moveReferences(db, tablesOf[of], pair)
    await replaceLoose(db, pair)
    await deleteHousehold(db, pair.dropId)
    if ((await sumOwed(db)) !== before) throw new Error('a merge of families changed what is owed')
    return
  }
  await joinPeople(db, pair, now)
  await settlePerson(db, pair, pick)
  await settleStudent(db, pair, pick)
  await carryTeacher(db, pair)
  await moveReferences(db, tablesOf[of], pair)
  await replaceLoose(db, pair)
  await standFor(db, 'user', pair.dropId, pair.keepId)
  await deletePerson(db, pair.dropId)
  await endUnused(db, pair.keepId)
}

/** Ends the parent's role of a person who may no longer see any child once the stricter rights apply. */
const endUnused = async (db: Db, personId: string): Promise<void> => {
  if (await isBarred(db, personId)) await endRole(db, [personId], 'parent')
}
