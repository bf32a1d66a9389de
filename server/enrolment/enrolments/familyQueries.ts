import { eq, sql } from 'drizzle-orm'
import type { SubmittedFamily } from '#contract/enrolment/enrolments.ts'
import { adultFields, adultOf } from '#contract/people/parents.record.ts'
import { eachField, fieldsIn, isIn } from '#contract/studentFields.ts'
import type { Policy } from '#contract/school/policies.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { hasDeclined, isOffered } from '#server/enrolment/claims/acts.ts'
import { askToAddGuardian, askToChangeGuardian, askToCorrect } from '#server/people/parents/acts.ts'
import { consents, emergencyContacts, householdMembers, households } from '#server/people/parents/tables.ts'
import { updateFields } from '#server/people/students/acts.ts'
import { guardianships, students, valuesFor } from '#server/people/students/tables.ts'
import { isStaff, persons, roleGrants } from '#server/access/users/tables.ts'
import type { KnownFamily } from './queries.ts'

type WrittenFamily = {
  householdId: string
  /** Student of each child's key. */
  studentOf: ReadonlyMap<string, string>
  guardianIds: string[]
  /** The person who registered. */
  callerId: string
}
type Submitter = { accountId: string; personId: string | null; email: string; language: 'en' | 'zh' }

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The caller's person: the one they are, else one that the school knows by the verified address, else a new one. */
const upsertCaller = async (db: Db, caller: Submitter, me: SubmittedFamily['guardians'][number]): Promise<string> => {
  const values = { name: me.name, nativeName: me.nativeName, phone: me.phone, language: caller.language }
  if (caller.personId) {
    await db.update(persons).set(values).where(eq(persons.id, caller.personId))
    return caller.personId
  }
  // A person who has answered that the people with this address are others is new to the school.
  if (await isOffered(db, caller.accountId, caller.email))
    throw conflict('FAMILY_KNOWN', 'The school knows a family with your address. Say first whether it is yours.')
  const [known] = (await hasDeclined(db, caller.accountId))
    ? []
    : await db
        .update(persons)
        .set({ ...values, accountId: caller.accountId })
        .where(
          eq(
            persons.id,
            sql`(select id from persons where email = ${caller.email} and account_id is null and not ${isStaff(sql`persons.id`)} order by id limit 1)`,
          ),
        )
        .returning({ id: persons.id })
  if (known) return known.id
  const [made] = await db
    .insert(persons)
    .values({ ...values, email: caller.email, accountId: caller.accountId })
    .returning({ id: persons.id })
  return made!.id
}

/**
 * The person of each guardian of a submission. A new family says who its guardians are; of a family that the school
 * knows nobody but the caller is changed here: what is said of the others, and a guardian more, goes before the office.
 */
const settleGuardians = async (
  db: Db,
  caller: Submitter,
  family: SubmittedFamily,
  known: KnownFamily | null,
  at: Date,
): Promise<Map<string, string>> => {
  const idOf = new Map<string, string>()
  const me = family.guardians.find(guardian => guardian.isMe)!
  const myId = await upsertCaller(db, caller, me)
  idOf.set(me.key, myId)
  for (const guardian of family.guardians.filter(each => !each.isMe)) {
    const member = known?.members.find(
      each =>
        each.id === guardian.key ||
        (guardian.email !== '' && same(each.email, guardian.email)) ||
        same(each.name, guardian.name),
    )
    if (member) idOf.set(guardian.key, member.id)
    if (!known) {
      const [made] = await db
        .insert(persons)
        .values({ ...adultOf(guardian), language: caller.language })
        .returning({ id: persons.id })
      idOf.set(guardian.key, made!.id)
      continue
    }
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
export const twinOf = (known: KnownFamily | null, child: Pick<Child, 'studentId' | 'name' | 'birthOn'>) =>
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
  known: KnownFamily | null,
  at: Date,
): Promise<Map<string, string>> => {
  const studentOf = new Map<string, string>()
  for (const child of family.children) {
    const twin = twinOf(known, child)
    const person = valuesFor('persons', child)
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
    } else if (knownId) await db.update(persons).set(person).where(eq(persons.id, id))
    else await db.insert(persons).values({ id, ...person })
    if (twin) await db.update(students).set({ archivedAt: null }).where(eq(students.id, id))
    else await db.insert(students).values({ id, householdId, ...valuesFor('students', child), createdAt: at })
    studentOf.set(child.key, id)
  }
  return studentOf
}

/**
 * Writes a family as it was submitted: new or completed household, guardians, children, contacts, consents, and the
 * parent's role for every guardian with data access. What the school knows and the family did not send stays.
 */
export const writeFamily = async (
  db: Db,
  caller: Submitter,
  family: SubmittedFamily,
  known: KnownFamily | null,
  policies: readonly Policy[],
  at: Date,
): Promise<WrittenFamily> => {
  const guardianOf = await settleGuardians(db, caller, family, known, at)
  const me = family.guardians.find(guardian => guardian.isMe)!
  const householdId = known?.householdId ?? newId()
  if (known)
    await db.update(households).set({ address: family.address, archivedAt: null }).where(eq(households.id, householdId))
  else await db.insert(households).values({ id: householdId, name: me.name, address: family.address, createdAt: at })

  const guardianIds = [...guardianOf.values()]
  await db
    .insert(householdMembers)
    .values(guardianIds.map((personId, index) => ({ householdId, personId, contactOrder: index + 1 })))
    .onConflictDoNothing()
  const myId = guardianOf.get(me.key)!
  const studentOf = await upsertChildren(db, family, householdId, guardianOf, myId, known, at)
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
      // The first guardian has the whole bill until the office divides it.
      billingPercent: index === 0 && !known?.children.some(({ id }) => id === studentId) ? 100 : 0,
    })),
  )
  // Who may see and pick up a child that the school knows already is changed through the office, not by registering
  // again.
  await db.insert(guardianships).values(cared).onConflictDoNothing()

  await db.delete(emergencyContacts).where(eq(emergencyContacts.householdId, householdId))
  if (family.contacts.length > 0)
    await db
      .insert(emergencyContacts)
      .values(family.contacts.map(({ name, phone, relationship }) => ({ householdId, name, phone, relationship })))
  const signed = { householdId, signedName: family.consents.signedName, signedBy: myId, signedAt: at }
  const answers = policies.flatMap(({ kind, version, versionId }) => {
    const level = family.consents.levels[kind]
    return level ? [{ ...signed, kind, level, version: String(version), versionId }] : []
  })
  if (answers.length > 0) await db.insert(consents).values(answers)
  const parents = guardians
    .filter(guardian => guardian.isMe || guardian.hasDataAccess)
    .map(guardian => guardianOf.get(guardian.key)!)
  await db
    .insert(roleGrants)
    .values(parents.map(personId => ({ personId, role: 'parent' as const, startsAt: at })))
    .onConflictDoNothing()
  return { householdId, studentOf, guardianIds, callerId: myId }
}
