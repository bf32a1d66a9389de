import type { SubmittedFamily } from '#contract/enrolment/enrolments.ts'
import { eachField, type FieldIn, fieldsIn, isIn } from '#contract/studentFields.ts'
import { unauthenticated } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/functions.ts'
import { findFamily, findStudent, readClaim, submitFamily } from '#server/enrolment/enrolments/acts.ts'
import { twinOf } from '#server/people/parents/acts.ts'
import { myHouseholds } from '#server/people/parents/policy.ts'
import { myStudents } from '#server/people/students/policy.ts'
import { openedOf } from '#server/people/students/tables.ts'

type Child = Record<FieldIn<'visit'>, string>

/**
 * Puts a new child on file with the guardian who asks: in the family's household or, where it has none, in a new one.
 * Consents and contacts follow with the registration. Returns the student.
 */
export const meetChild = async (
  { db, actor, now }: Pick<Context<unknown>, 'db' | 'actor' | 'now'>,
  child: Child,
  guardian: { name: string; phone: string },
): Promise<{ id: string; householdId: string }> => {
  if (actor.accountId === null) throw unauthenticated('SIGN_IN_NEEDED', 'Sign in first.')
  const known = await findFamily(db, myHouseholds(actor), myStudents(actor), null, [])
  const members = (known?.members ?? []).map(({ id, relationship, ...member }) => ({
    key: id,
    isMe: id === actor.personId,
    ...member,
    relationship: (relationship ?? 'other') as SubmittedFamily['guardians'][number]['relationship'],
  }))
  const me = {
    key: 'me',
    isMe: true,
    ...guardian,
    nativeName: '',
    relationship: 'guardian' as const,
    email: '',
    hasDataAccess: true,
    mayPickUp: true,
  }
  const guest = { key: 'guest', studentId: null, answers: {} }
  const found = twinOf(known, { ...guest, ...child })
  const twin = found && openedOf(db, found)
  // Where the child turns out to be on file, fields left empty keep their values.
  const fieldValue = (field: FieldIn<'registration'>) => (isIn('visit', field) && child[field]) || (twin?.[field] ?? '')
  const family: SubmittedFamily = {
    address: known?.address ?? '',
    guardians: members.some(({ isMe }) => isMe) ? members : [...members, me],
    children: [{ ...guest, ...eachField(fieldsIn('registration'), fieldValue) }],
    contacts: (known?.contacts ?? []).map(({ id, ...contact }) => ({ key: id, ...contact })),
    answers: {},
    consents: { levels: {}, signedName: '' },
  }
  const { accountId, personId, email, language } = actor
  const caller = { accountId, personId, email, language }
  const written = await submitFamily(db, caller, await readClaim(db, caller), family, known, [], now)
  return { id: written.studentOf.get('guest')!, householdId: written.householdId }
}

/** A child of the caller's that is on file. */
export const findMyChild = ({ db, actor }: Pick<Context<unknown>, 'db' | 'actor'>, id: string) =>
  findStudent(db, myStudents(actor), id)
