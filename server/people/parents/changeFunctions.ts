import {
  type ChangeKind,
  changeRequestMoves,
  type ChangeStatus,
  type ChangeValues,
  type familyRecord,
  adultOf,
  WantedChange,
} from '#contract/people/parents.record.ts'
import { dayIn } from '#rules/calendar.ts'
import { isDuplicate } from '#server/platform/databaseErrors.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { cutPage, readKey, totalOf } from '#server/platform/keys.ts'
import { post } from '#server/platform/mail.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { invite } from '#server/access/identity/jobs.ts'
import { updateFields } from '#server/people/students/acts.ts'
import { changeContact, guardStaffEmail } from '#server/access/users/acts.ts'
import { updateRights } from '#server/people/students/acts.ts'
import { removeMember } from './guardianQueries.ts'
import {
  countRequests,
  findAsker,
  findHouseholdOf,
  findRequest,
  findValues,
  hasHousehold,
  insertGuardian,
  insertRequest,
  listRequests,
  type LockedRequest,
  lockHousehold,
  lockRequest,
  updateHouseholdName,
  updateRequest,
} from './changeQueries.ts'
import { answerLetter } from './letters.ts'
import { myStudents } from '#server/people/students/policy.ts'
import { myHouseholds, myRequests, visibleRequests } from './policy.ts'
import { listHouseholdPeople } from './recordQueries.ts'
import { refuseLastGuardian, settleRole } from './settling.ts'

type Asked = { kind: ChangeKind; householdId: string; subjectId: string | null; after: ChangeValues }

/** The change asked for, with its household and subject. Throws `notFound` if the caller can't reach it. */
const understand = async (db: Db, actor: Actor, change: WantedChange): Promise<Asked> => {
  if (change.kind === 'child') {
    const { kind, studentId, ...after } = change
    const householdId = await findHouseholdOf(db, myStudents(actor), studentId)
    if (!householdId) throw notFound('The child')
    return { kind, householdId, subjectId: studentId, after }
  }
  const guardianId = 'guardianId' in change ? change.guardianId : null
  if (!(await hasHousehold(db, myHouseholds(actor), change.householdId, guardianId))) throw notFound('The household')
  const { kind, householdId, ...rest } = change
  if (!('guardianId' in rest)) return { kind, householdId, subjectId: null, after: rest }
  const { guardianId: subjectId, ...after } = rest
  return { kind, householdId, subjectId, after }
}

const isSame = (one: ChangeValues, other: ChangeValues): boolean =>
  Object.keys({ ...one, ...other }).every(key => one[key] === other[key])

/** Makes the requested change, in the transaction that approves it. */
const apply = async ({ db, actor, now, enqueue }: Context<unknown>, request: LockedRequest): Promise<void> => {
  const { kind, householdId, subjectId, requestedBy } = request
  const change = WantedChange.parse({
    kind,
    householdId,
    studentId: subjectId,
    guardianId: subjectId,
    ...request.after,
  })
  switch (change.kind) {
    case 'child':
      return updateFields(db, change.studentId, change)
    case 'household':
      return updateHouseholdName(db, householdId, change.name)
    case 'rights':
      if (!change.hasDataAccess) await refuseLastGuardian(db, householdId, change.guardianId)
      await updateRights(db, householdId, change.guardianId, {
        hasDataAccess: change.hasDataAccess,
        mayPickUp: change.mayPickUp,
      })
      return settleRole(db, change.guardianId, now)
    case 'guardian':
      await guardStaffEmail(db, actor, change.guardianId, change.email)
      return changeContact(db, change.guardianId, adultOf(change))
    case 'guardian-remove':
      await refuseLastGuardian(db, householdId, change.guardianId)
      await removeMember(db, householdId, change.guardianId)
      return settleRole(db, change.guardianId, now)
    case 'guardian-add': {
      const { kind: _kind, householdId: _householdId, ...guardian } = change
      const { language } = await findAsker(db, requestedBy, householdId)
      const added = await insertGuardian(db, householdId, { ...guardian, language })
      if (!added) throw conflict('ALREADY_EXISTS', 'This person already belongs to the household.')
      await settleRole(db, added.id, now)
      if (change.hasDataAccess && change.email && !added.hasAccount) await enqueue(invite, { personId: added.id })
    }
  }
}

const checkMove = (from: ChangeStatus, to: ChangeStatus): void => {
  if (!changeRequestMoves[from].includes(to))
    throw conflict('MOVE_NOT_ALLOWED', 'This request has been answered or withdrawn in the meantime.')
}

type Changes = Pick<
  typeof familyRecord,
  'parents-requestChange' | 'parents-withdrawChange' | 'parents-requests' | 'parents-answerChange'
>
export const changeFunctions: Functions<Changes> = {
  'parents-requestChange': async ({ db, actor, input, now, touch }) => {
    const asked = await understand(db, actor, input.change)
    if (!actor.personId) throw notFound('Your record')
    if (input.change.kind === 'child' && input.change.birthOn > dayIn(await zoneOf(db), now))
      throw invalid([{ path: 'change.birthOn', message: 'future' }], 'BIRTH_DATE_FUTURE')
    const before = await findValues(db, asked.kind, asked.householdId, asked.subjectId)
    if (!before) throw notFound('The record')
    if (asked.kind !== 'guardian-remove' && isSame(before, asked.after))
      throw invalid([{ path: 'change.name', message: 'same' }])
    try {
      const id = await insertRequest(db, {
        ...asked,
        before,
        requestedBy: actor.personId,
        status: 'filed',
        createdAt: now,
      })
      touch(['parents'], await listHouseholdPeople(db, asked.householdId))
      return { id }
    } catch (error) {
      throw isDuplicate(error) ? conflict('ALREADY_EXISTS', 'You have already asked for this.') : error
    }
  },

  'parents-withdrawChange': async ({ db, actor, input: { id }, now, touch }) => {
    const request = await lockRequest(db, myRequests(actor), id)
    if (!request) throw notFound('The request')
    checkMove(request.status, 'withdrawn')
    await updateRequest(db, id, { status: 'withdrawn', answeredAt: now })
    touch(['parents'], await listHouseholdPeople(db, request.householdId))
    return { id }
  },

  'parents-requests': async ({ db, actor, input }) => {
    const seen = visibleRequests(actor)
    const found = await listRequests(db, seen, actor.personId, input, readKey(input.after, 2))
    return {
      ...cutPage(found, ({ askedAt, id }) => [askedAt, id]),
      total: await totalOf(found, input.after, () => countRequests(db, seen, input)),
    }
  },

  'parents-answerChange': async context => {
    const { db, actor, input, now, touch, settings } = context
    const request = await lockRequest(db, visibleRequests(actor), input.id)
    if (!request) throw notFound('The request')
    checkMove(request.status, input.to)
    const { kind, householdId, subjectId, requestedBy } = request
    await lockHousehold(db, householdId)
    const before = await listHouseholdPeople(db, householdId)
    if (input.to === 'approved') {
      const current = await findValues(db, kind, householdId, subjectId)
      if (!current || !isSame(current, request.before))
        throw conflict('REQUEST_OUTDATED', 'The record has changed since the family asked.')
      await apply(context, request)
    }
    await updateRequest(db, input.id, {
      status: input.to,
      note: input.note,
      answeredBy: actor.personId,
      answeredAt: now,
    })
    const answered = await findRequest(db, visibleRequests(actor), actor.personId, input.id)
    if (!answered) throw notFound('The request')
    const asker = await findAsker(db, requestedBy, householdId)
    if (asker.hasAccess && asker.email) await post(context, answerLetter(asker, answered, settings.publicUrl))
    const people = new Set([...before, ...(await listHouseholdPeople(db, householdId)), requestedBy])
    touch(['parents', 'students', 'classes', 'absences', 'teachers', 'payments', 'users'], [...people])
    return answered
  },
}
