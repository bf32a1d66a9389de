import { eq } from 'drizzle-orm'
import type { SubmittedFamily } from '#contract/enrolment/enrolments.ts'
import { adultFields, adultOf } from '#contract/people/parents.record.ts'
import { eachField, type FieldIn, fieldsIn, isIn } from '#contract/studentFields.ts'
import type { Policy } from '#contract/school/policies.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { insertGuardianships, keepChild, updateFields } from '#server/people/students/acts.ts'
import { changePerson, grantParents, insertPerson, takeByAddress } from '#server/access/users/acts.ts'
import { askToAddGuardian, askToChangeGuardian, askToCorrect } from './askingQueries.ts'
import { consents, emergencyContacts, householdMembers, households } from './tables.ts'

/** A family that the school knows, as far as writing it asks. A birthday is empty where the school does not know it yet. */
export type FamilyOnRecord = {
  householdId: string
  members: {
    id: string
    name: string
    nativeName: string
    email: string
    phone: string
    hasDataAccess: boolean
    mayPickUp: boolean
  }[]
  children: (Record<FieldIn<'registration'>, string> & { id: string })[]
}
type WrittenFamily = {
  householdId: string
  /** Student of each child's key. */
  studentOf: ReadonlyMap<string, string>
  guardianIds: string[]
  /** The person who registered. */
  callerId: string
}
type Submitter = {
  accountId: string
  personId: string | null
  email: string
  language: Language
  /** The school may know them by their address; who has said that the people of that address are others is new to it. */
  mayBeKnown: boolean
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The caller's person: the one they are, else one that the school knows by the verified address, else a new one. */
const upsertCaller = async (db: Db, caller: Submitter, me: SubmittedFamily['guardians'][number]): Promise<string> => {
  const values = { name: me.name, nativeName: me.nativeName, phone: me.phone, language: caller.language }
  if (caller.personId) {
    await changePerson(db, caller.personId, values)
    return caller.personId
  }
  const known = caller.mayBeKnown ? await takeByAddress(db, caller, values) : null
  return known ?? insertPerson(db, { ...values, email: caller.email, accountId: caller.accountId })
}

/**
 * The person of each guardian of a submission. A new family says who its guardians are; of a family that the school
 * knows nobody but the caller is changed here: what is said of the others, and a guardian more, goes before the office.
 */
const settleGuardians = async (
  db: Db,
  caller: Submitter,
  family: SubmittedFamily,
  known: FamilyOnRecord | null,
  at: Date,
): Promise<Map<string, string>> => {
  const idOf = new Map<string, string>()
  const me = family.guardians.find(guardian => guardian.isMe)!
  const myId = await upsertCaller(db, caller, me)
  idOf.set(me.key, myId)
  const others = family.guardians.filter(each => !each.isMe)
  if (!known) {
    const ids = await Promise.all(
      others.map(guardian => insertPerson(db, { ...adultOf(guardian), language: caller.language })),
    )
    for (const [index, { key }] of others.entries()) idOf.set(key, ids[index]!)
    return idOf
  }
  for (const guardian of others) {
    const member = known.members.find(
      each =>
        each.id === guardian.key ||
        (guardian.email !== '' && same(each.email, guardian.email)) ||
        same(each.name, guardian.name),
    )
    if (member) idOf.set(guardian.key, member.id)
    const asked = { householdId: known.householdId, requestedBy: myId, at }
    const { relationship, hasDataAccess, mayPickUp } = guardian
    if (member) {
      // What was left empty is not taken away.
      const after = adultOf(guardian)
      for (const field of adultFields) after[field] ||= member[field]
      await askToChangeGuardian(db, member.id, adultOf(member), after, asked)
    } else await askToAddGuardian(db, { ...adultOf(guardian), relationship, hasDataAccess, mayPickUp }, asked)
  }
  return idOf
}

type Child = SubmittedFamily['children'][number]
/**
 * The child that the school knows already: the same may come again from another tab or device, where the first answer
 * was not seen.
 */
export const twinOf = (known: FamilyOnRecord | null, child: Pick<Child, 'studentId' | 'name' | 'birthOn'>) =>
  known?.children.find(
    each =>
      each.id === child.studentId ||
      ((each.birthOn === child.birthOn || each.birthOn === '') && same(each.name, child.name)),
  )

const upsertChildren = async (
  db: Db,
  family: SubmittedFamily,
  householdId: string,
  guardianOf: ReadonlyMap<string, string>,
  requestedBy: string,
  known: FamilyOnRecord | null,
  at: Date,
): Promise<Map<string, string>> => {
  const kept = family.children.map(async (child): Promise<[key: string, id: string]> => {
    const twin = twinOf(known, child)
    // An adult who learns is one person, guardian of themselves and student.
    const self = family.guardians.find(({ relationship, name }) => relationship === 'self' && same(name, child.name))
    const knownId = twin?.id ?? (self && guardianOf.get(self.key))
    const id = knownId ?? newId()
    if (twin) {
      // What says who a child is that the school knows is corrected through the office, save a birthday that it lacks.
      const birthday = twin.birthOn === '' ? { birthOn: child.birthOn } : {}
      const free = fieldsIn('registration').filter(field => !isIn('review', field))
      await updateFields(db, id, { ...eachField(free, field => child[field]), ...birthday })
      const reviewed = fieldsIn('review')
      await askToCorrect(db, {
        householdId,
        studentId: id,
        requestedBy,
        before: { ...eachField(reviewed, field => twin[field]), ...birthday },
        after: eachField(reviewed, field => child[field] || twin[field]),
        at,
      })
    }
    const as = twin ? 'student' : knownId ? 'person' : 'unknown'
    await keepChild(db, id, as, { householdId, child, at })
    return [child.key, id]
  })
  return new Map(await Promise.all(kept))
}

const replaceContacts = async (db: Db, householdId: string, contacts: SubmittedFamily['contacts']): Promise<void> => {
  await db.delete(emergencyContacts).where(eq(emergencyContacts.householdId, householdId))
  if (contacts.length > 0)
    await db
      .insert(emergencyContacts)
      .values(contacts.map(({ name, phone, relationship }) => ({ householdId, name, phone, relationship })))
}

/**
 * Writes a family as it was submitted: new or completed household, guardians, children, contacts, consents, and the
 * parent's role for every guardian with data access. What the school knows and the family did not send stays.
 */
export const writeFamily = async (
  db: Db,
  caller: Submitter,
  family: SubmittedFamily,
  known: FamilyOnRecord | null,
  policies: readonly Policy[],
  at: Date,
): Promise<WrittenFamily> => {
  const me = family.guardians.find(guardian => guardian.isMe)!
  const householdId = known?.householdId ?? newId()
  const { address } = family
  const [guardianOf] = await Promise.all([
    settleGuardians(db, caller, family, known, at),
    known
      ? db.update(households).set({ address, archivedAt: null }).where(eq(households.id, householdId))
      : db.insert(households).values({ id: householdId, name: me.name, address, createdAt: at }),
  ])
  const guardianIds = [...guardianOf.values()]
  const myId = guardianOf.get(me.key)!
  const [studentOf] = await Promise.all([
    upsertChildren(db, family, householdId, guardianOf, myId, known, at),
    db
      .insert(householdMembers)
      .values(guardianIds.map((personId, index) => ({ householdId, personId, contactOrder: index + 1 })))
      .onConflictDoNothing(),
  ])
  // A person who waits for the office's answer cares for nobody yet; one who may not see or pick up the others gets no
  // new child either.
  const guardians = family.guardians
    .filter(({ key }) => guardianOf.has(key))
    .map(guardian => {
      const member = known?.members.find(({ id }) => id === guardianOf.get(guardian.key))
      const hasDataAccess = guardian.hasDataAccess && (member?.hasDataAccess ?? true)
      return { ...guardian, hasDataAccess, mayPickUp: guardian.mayPickUp && (member?.mayPickUp ?? true) }
    })
  const cared = [...new Set(studentOf.values())].flatMap(studentId =>
    guardians.map((guardian, index) => ({
      studentId,
      guardianId: guardianOf.get(guardian.key)!,
      relationship: guardian.relationship,
      hasDataAccess: guardian.isMe || guardian.hasDataAccess,
      mayPickUp: guardian.mayPickUp,
      contactOrder: index + 1,
    })),
  )
  const signed = { householdId, signedName: family.consents.signedName, signedBy: myId, signedAt: at }
  const answers = policies.flatMap(({ kind, version, versionId }) => {
    const level = family.consents.levels[kind]
    return level ? [{ ...signed, kind, level, version: String(version), versionId }] : []
  })
  const parents = guardians
    .filter(guardian => guardian.isMe || guardian.hasDataAccess)
    .map(guardian => guardianOf.get(guardian.key)!)
  await Promise.all([
    // Who may see and pick up a child that the school knows already is changed through the office, not by registering
    // again.
    insertGuardianships(db, cared),
    replaceContacts(db, householdId, family.contacts),
    answers.length > 0 && db.insert(consents).values(answers),
    grantParents(db, parents, at),
  ])
  return { householdId, studentOf, guardianIds, callerId: myId }
}
