import { eq } from 'drizzle-orm'
import type { SubmittedFamily } from '#contract/enrolment/enrolments.ts'
import { adultFields, adultOf } from '#contract/people/parents.record.ts'
import { eachField, type FieldIn, fieldsIn, isIn } from '#contract/studentFields.ts'
import type { Policy } from '#contract/school/policies.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { insertGuardianships, keepChildren, type KeptChild, updateFields } from '#server/people/students/acts.ts'
import { changePerson, grantParents, insertPersons, takeByAddress } from '#server/access/users/acts.ts'
import { askToAddGuardian, askToChangeGuardian, askToCorrect } from './askingQueries.ts'
import { consents, emergencyContacts, householdMembers, households } from './tables.ts'

/**
 * A family known to the school, with the data needed to write it. A birthday is empty if the school doesn't know it
 * yet.
 */
export type FamilyOnRecord = {
  householdId: string
  /** True if the caller sees all of its children, and so may change what holds for all of them. */
  isWhole: boolean
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
  /** The student for each child's key. */
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
  /**
   * True if the school may know them by their email address. It is false if they said that the people with this address
   * are others; they are then new.
   */
  mayBeKnown: boolean
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

type NewPerson = Parameters<typeof insertPersons>[1][number]
/** The person for each guardian's key, and those of them who are new and still to be inserted. */
type Guardians = { guardianOf: Map<string, string>; fresh: NewPerson[] }

/** The caller's person: their own, otherwise one known by the verified email address, otherwise a new one. */
const settleCaller = async (
  db: Db,
  caller: Submitter,
  me: SubmittedFamily['guardians'][number],
): Promise<{ id: string; fresh: NewPerson[] }> => {
  const values = { name: me.name, nativeName: me.nativeName, phone: me.phone, language: caller.language }
  if (caller.personId) {
    await changePerson(db, caller.personId, values)
    return { id: caller.personId, fresh: [] }
  }
  const known = caller.mayBeKnown ? await takeByAddress(db, caller, values) : null
  if (known) return { id: known, fresh: [] }
  const id = newId()
  return { id, fresh: [{ id, ...values, email: caller.email, accountId: caller.accountId }] }
}

/**
 * The person for each guardian in a submission. A new family names its guardians. In a family that the school knows,
 * only the caller is changed here; changes to others and additional guardians go to the office as requests.
 */
const settleGuardians = async (
  db: Db,
  caller: Submitter,
  family: SubmittedFamily,
  known: FamilyOnRecord | null,
  at: Date,
): Promise<Guardians> => {
  const me = family.guardians.find(guardian => guardian.isMe)!
  const { id: myId, fresh } = await settleCaller(db, caller, me)
  const guardianOf = new Map([[me.key, myId]])
  const others = family.guardians.filter(each => !each.isMe)
  if (!known) {
    const added = others.map(guardian => ({ key: guardian.key, id: newId(), ...adultOf(guardian) }))
    for (const { key, id } of added) guardianOf.set(key, id)
    const { language } = caller
    return { guardianOf, fresh: [...fresh, ...added.map(({ key: _key, ...person }) => ({ ...person, language }))] }
  }
  for (const guardian of others) {
    const member = known.members.find(
      each =>
        each.id === guardian.key ||
        (guardian.email !== '' && same(each.email, guardian.email)) ||
        same(each.name, guardian.name),
    )
    if (member) guardianOf.set(guardian.key, member.id)
    const asked = { householdId: known.householdId, requestedBy: myId, at }
    const { relationship, hasDataAccess, mayPickUp } = guardian
    if (member) {
      // Fields left empty do not delete what is on record.
      const after = adultOf(guardian)
      for (const field of adultFields) after[field] ||= member[field]
      await askToChangeGuardian(db, member.id, adultOf(member), after, asked)
    } else await askToAddGuardian(db, { ...adultOf(guardian), relationship, hasDataAccess, mayPickUp }, asked)
  }
  return { guardianOf, fresh }
}

type Child = SubmittedFamily['children'][number]
/**
 * The child that the school already knows. The same submission may arrive again from another tab or device that didn't
 * see the first answer.
 */
export const twinOf = (known: FamilyOnRecord | null, child: Pick<Child, 'studentId' | 'name' | 'birthOn'>) =>
  known?.children.find(
    each =>
      each.id === child.studentId ||
      ((each.birthOn === child.birthOn || each.birthOn === '') && same(each.name, child.name)),
  )

type SettledChild = KeptChild & { child: Child; twin: FamilyOnRecord['children'][number] | undefined }

/** The student that each child of a submission is or becomes. */
const settleChildren = (
  family: SubmittedFamily,
  guardianOf: ReadonlyMap<string, string>,
  known: FamilyOnRecord | null,
): SettledChild[] =>
  family.children.map(child => {
    const twin = twinOf(known, child)
    // An adult learner is one person, both guardian of themselves and student.
    const self = family.guardians.find(({ relationship, name }) => relationship === 'self' && same(name, child.name))
    const knownId = twin?.id ?? (self && guardianOf.get(self.key))
    return { child, twin, id: knownId ?? newId(), as: twin ? 'student' : knownId ? 'person' : 'unknown' }
  })

/**
 * Changes what a family may change of a child that the school knows. Facts that identify the child are corrected through
 * the office, except for a missing birthday.
 */
const updateTwin = async (
  db: Db,
  { id, child, twin }: SettledChild,
  asked: { householdId: string; requestedBy: string; at: Date },
): Promise<void> => {
  if (!twin) return
  const birthday = twin.birthOn === '' ? { birthOn: child.birthOn } : {}
  const free = fieldsIn('registration').filter(field => !isIn('review', field))
  await updateFields(db, id, { ...eachField(free, field => child[field]), ...birthday })
  const reviewed = fieldsIn('review')
  await askToCorrect(db, {
    ...asked,
    studentId: id,
    before: { ...eachField(reviewed, field => twin[field]), ...birthday },
    after: eachField(reviewed, field => child[field] || twin[field]),
  })
}

const replaceContacts = async (db: Db, householdId: string, contacts: SubmittedFamily['contacts']): Promise<void> => {
  await Promise.all([
    db.delete(emergencyContacts).where(eq(emergencyContacts.householdId, householdId)),
    contacts.length > 0 &&
      db
        .insert(emergencyContacts)
        .values(contacts.map(({ name, phone, relationship }) => ({ householdId, name, phone, relationship }))),
  ])
}

/**
 * Writes a family as submitted: a new or updated household, guardians, children, contacts, consents, and the parent
 * role for every guardian with data access. Existing data that the family did not send stays.
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
  const [{ guardianOf, fresh }] = await Promise.all([
    settleGuardians(db, caller, family, known, at),
    known
      ? db.update(households).set({ address, archivedAt: null }).where(eq(households.id, householdId))
      : db.insert(households).values({ id: householdId, name: me.name, address, createdAt: at }),
  ])
  const guardianIds = [...guardianOf.values()]
  const myId = guardianOf.get(me.key)!
  const children = settleChildren(family, guardianOf, known)
  const studentOf = new Map(children.map(({ child, id }) => [child.key, id]))
  // A person who waits for the office's answer is not a guardian yet. A guardian who may not see or pick up the other
  // children gets the same limits for a new child.
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
    if (!level) return []
    const answer = { ...signed, kind, level, version: String(version), versionId }
    // An answer about photos for the household also counts for children whom the caller may not see.
    return kind === 'photo' && known?.isWhole === false
      ? [...studentOf.values()].map(studentId => ({ ...answer, studentId }))
      : [answer]
  })
  const parents = guardians
    .filter(guardian => guardian.isMe || guardian.hasDataAccess)
    .map(guardian => guardianOf.get(guardian.key)!)
  // People are sent first, since the others name them.
  await Promise.all([
    insertPersons(db, fresh),
    keepChildren(db, householdId, children, at),
    db
      .insert(householdMembers)
      .values(guardianIds.map((personId, index) => ({ householdId, personId, contactOrder: index + 1 })))
      .onConflictDoNothing(),
    // The office changes who may see and pick up a known child; registering again doesn't.
    insertGuardianships(db, cared),
    known?.isWhole !== false && replaceContacts(db, householdId, family.contacts),
    answers.length > 0 && db.insert(consents).values(answers),
    grantParents(db, parents, at),
    ...children.map(child => updateTwin(db, child, { householdId, requestedBy: myId, at })),
  ])
  return { householdId, studentOf, guardianIds, callerId: myId }
}
