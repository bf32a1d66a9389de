import type { parents } from '#contract/people/parents.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Functions } from '#server/platform/functions.ts'
import { invite } from '#server/access/identity/jobs.ts'
import { changeCare } from '#server/people/students/acts.ts'
import { changePersonAndAccount, grantRole, guardStaffEmail } from '#server/access/users/acts.ts'
import {
  addMember,
  changeContactOrder,
  countMembers,
  insertHousehold,
  listCare,
  lockHousehold,
  lockMember,
  type Member,
  membersOf,
  personFor,
  removeMember,
  updateHousehold,
} from './guardianQueries.ts'
import { visibleHouseholds } from '#server/people/students/policy.ts'
import { refuseLastGuardian, settleRole } from './settling.ts'

/** Slices that change with a household. */
const slices = ['parents', 'students', 'users']

const locked = async (db: Db, actor: Actor, householdId: string): Promise<void> => {
  if (!(await lockHousehold(db, visibleHouseholds(actor), householdId))) throw notFound('The household')
}
const lockedMember = async (db: Db, actor: Actor, householdId: string, id: string): Promise<Member> => {
  await locked(db, actor, householdId)
  const member = await lockMember(db, householdId, id)
  if (!member) throw notFound('The guardian')
  return member
}
/** The office's functions for households and their guardians. */
export const householdFunctions: Pick<
  Functions<typeof parents>,
  | 'parents-care'
  | 'parents-create'
  | 'parents-change'
  | 'parents-addGuardian'
  | 'parents-changeGuardian'
  | 'parents-removeGuardian'
  | 'parents-invite'
> = {
  'parents-care': ({ db, actor, input }) => listCare(db, visibleHouseholds(actor), input.householdId),

  'parents-create': async ({ db, input, now, touch }) => {
    const id = await insertHousehold(db, { name: input.name, address: input.address, createdAt: now })
    const guardianId = await personFor(db, input.guardian)
    await addMember(db, id, guardianId, input.guardian)
    touch(slices, [])
    return { id, guardianId }
  },

  'parents-change': async ({ db, actor, input, touch }) => {
    const { id, ...values } = input
    if (!(await updateHousehold(db, visibleHouseholds(actor), id, values))) throw notFound('The household')
    touch(['parents', 'students', 'payments'], await membersOf(db, [id]))
    return { id }
  },

  'parents-addGuardian': async ({ db, actor, input, now, touch }) => {
    const { householdId, guardian } = input
    await locked(db, actor, householdId)
    const id = await personFor(db, guardian)
    if (!(await addMember(db, householdId, id, guardian)))
      throw invalid([{ path: 'guardian.email', message: 'taken' }], 'ALREADY_EXISTS')
    await settleRole(db, id, now)
    touch([...slices, 'payments'], await membersOf(db, [householdId]))
    return { id }
  },

  'parents-changeGuardian': async ({ db, actor, input, now, touch }) => {
    const { householdId, id, contactOrder, children, ...person } = input
    const member = await lockedMember(db, actor, householdId, id)
    if (member.hasAccount && person.email !== member.email) throw invalid([{ path: 'email', message: 'account' }])
    const theirs = (await listCare(db, visibleHouseholds(actor), householdId)).filter(each => each.guardianId === id)
    if (children.some(({ studentId }) => !theirs.some(each => each.studentId === studentId)))
      throw notFound('The student')
    await guardStaffEmail(db, actor, id, person.email)
    await changePersonAndAccount(db, id, person)
    await changeCare(
      db,
      children.map(child => ({ ...child, guardianId: id })),
    )
    await changeContactOrder(db, householdId, id, contactOrder)
    await settleRole(db, id, now)
    touch([...slices, 'payments', 'messages'], [...(await membersOf(db, [householdId])), id])
    return { id }
  },

  'parents-removeGuardian': async ({ db, actor, input, now, touch }) => {
    const { householdId, id } = input
    await lockedMember(db, actor, householdId, id)
    if ((await countMembers(db, householdId)) === 1)
      throw conflict('ONLY_GUARDIAN', 'A family needs at least one guardian. Add another one first.')
    await refuseLastGuardian(db, householdId, id)
    await removeMember(db, householdId, id)
    await settleRole(db, id, now)
    touch([...slices, 'payments', 'messages'], [...(await membersOf(db, [householdId])), id])
    return { id }
  },

  'parents-invite': async ({ db, actor, input, now, touch, enqueue }) => {
    const member = await lockedMember(db, actor, input.householdId, input.id)
    if (member.email === '') throw conflict('NO_EMAIL', 'There is no email address. Add one first.')
    if (!member.hasDataAccess) throw conflict('NO_DATA_ACCESS', 'This guardian has no access to any child’s record.')
    await grantRole(db, input.id, 'parent', now)
    await enqueue(invite, { personId: input.id })
    touch(slices, [])
    return { id: input.id }
  },
}
