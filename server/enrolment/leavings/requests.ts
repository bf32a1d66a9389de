import type { leavings } from '#contract/enrolment/leavings.ts'
import { leavingRequestMoves } from '#contract/enrolment/leavings.plain.ts'
import { isDuplicate } from '#server/platform/databaseErrors.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { prolongOffer } from '#server/enrolment/enrolments/acts.ts'
import {
  askedOn,
  checkAgreed,
  checkMove,
  findPlace,
  findTransfer,
  findTypeChange,
  nextType,
  type Reading,
} from './finding.ts'
import { changeClass, changeType, leaveClass } from './leave.ts'
import { newsOf, rereadOf, tell, tellAsked } from './letters.ts'
import { withdrawalOf } from './outcome.ts'
import { visibleRequests } from './policy.ts'
import { closeRequests, findRequest, insertRequest, type LockedRequest, listRequests, lockRequest } from './queries.ts'

const checkOpen = (request: LockedRequest, to: LockedRequest['status']): void => {
  if (!leavingRequestMoves[request.status].includes(to))
    throw conflict('MOVE_NOT_ALLOWED', `A request that is ${request.status} can't become ${to}.`)
}

/**
 * The requested way to take part. A place has only one other way, and a request is closed when the way changes
 * otherwise.
 */
const askedType = async (context: Reading, enrolmentId: string) => {
  const toType = nextType((await findPlace(context, enrolmentId)).type, true)
  if (toType === null) throw conflict('MOVE_NOT_ALLOWED', 'There is no other way to take part.')
  return toType
}

type Requests = Pick<typeof leavings, 'leavings-ask' | 'leavings-takeBack' | 'leavings-requests' | 'leavings-answer'>
/** Handlers for what families ask the office, where they may not leave or change a class themselves. */
export const requestFunctions: Functions<Requests> = {
  'leavings-ask': async context => {
    const { db, actor, input, now } = context
    const { enrolmentId, toSectionId, toType, leaves, back, leavesWaits, note } = input
    const leaving = await findPlace(context, enrolmentId)
    const asked = await askedOn(context, undefined)
    if (leaving.request) throw conflict('ALREADY_ASKED', 'The office already has a request about this enrollment.')
    let to: { name: string; nativeName: string } | null = null
    if (toType !== undefined) {
      const change = await findTypeChange(context, leaving, asked)
      if (change.toType !== toType)
        throw conflict('PREVIEW_CHANGED', 'How the student takes part has changed in the meantime. Look at it again.')
      checkAgreed(input, change.differenceCents, change.freeCents)
    } else if (toSectionId === null) {
      const outcome = withdrawalOf(leaving, asked)
      checkMove(context, leaving, outcome.isUnconfirmed ? 'dropped' : 'withdrawn')
      checkAgreed(input, outcome.totalCents, outcome.freeCents)
    } else {
      checkMove(context, leaving, 'transferred')
      const { transfer, section } = await findTransfer(context, leaving, { toSectionId, leaves }, asked)
      checkAgreed(input, transfer.differenceCents, transfer.freeCents)
      to = section
    }
    const requestId = newId()
    try {
      await insertRequest(db, {
        id: requestId,
        enrolmentId,
        kind: toType !== undefined ? 'type' : toSectionId === null ? 'withdrawal' : 'transfer',
        toSectionId: toType === undefined ? toSectionId : null,
        leaves: toType === undefined && toSectionId !== null ? leaves : [],
        onDay: asked.onDay,
        back,
        leavesWaits,
        note,
        agreedCents: input.agreedCents,
        status: 'asked',
        requestedBy: actor.personId!,
        createdAt: now,
      })
    } catch (error) {
      throw isDuplicate(error)
        ? conflict('ALREADY_ASKED', 'The office already has a request about this enrollment.')
        : error
    }
    const kind = toType === undefined ? 'asked' : toType === 'audit' ? 'asksToSitIn' : 'asksForFull'
    await tellAsked(context, leaving, newsOf({ ...leaving, onDay: asked.onDay }, to, note), kind)
    return { requestId }
  },

  'leavings-takeBack': async context => {
    const { db, actor, input, now } = context
    const request = await lockRequest(db, visibleRequests(actor), input.requestId)
    if (!request) throw notFound('The request')
    checkOpen(request, 'taken-back')
    await closeRequests(db, { id: request.id }, { status: 'taken-back', by: null, answer: '', at: now })
    await rereadOf(context, await findPlace(context, request.enrolmentId))
    return { requestId: request.id }
  },

  'leavings-requests': ({ db, actor }) => listRequests(db, visibleRequests(actor)),

  'leavings-answer': async context => {
    const { db, actor, input, now } = context
    const { requestId, confirms, agreedCents, agreedFreeCents, note } = input
    const seen = visibleRequests(actor)
    // A confirmation locks the place first, as everywhere, and reads the request again behind that lock.
    const request = confirms ? await findRequest(db, seen, requestId) : await lockRequest(db, seen, requestId)
    if (!request) throw notFound('The request')
    const status = confirms ? 'confirmed' : 'declined'
    checkOpen(request, status)
    const { enrolmentId, kind, toSectionId, leaves, onDay, back, leavesWaits } = request
    if (!confirms) {
      const leaving = await findPlace(context, enrolmentId)
      await closeRequests(db, { id: requestId }, { status, by: actor.personId, answer: note, at: now })
      // After a refusal the family has a day to give the offer another answer.
      if (toSectionId !== null) await prolongOffer(db, leaving.studentId, toSectionId, now)
      const to = leaving.request && { name: leaving.request.toSection, nativeName: leaving.request.toSectionNativeName }
      const news = newsOf({ ...leaving, onDay }, toSectionId === null ? null : to, note)
      await tell(context, leaving, news, {
        kind: kind === 'type' ? 'notChanged' : 'declined',
        money: null,
        byOffice: true,
      })
      return { requestId, status, refundCents: 0 }
    }
    const how = { enrolmentId, back, onDay, note, agreedCents, agreedFreeCents }
    const { refundCents } =
      kind === 'type'
        ? await changeType(context, { ...how, toType: await askedType(context, enrolmentId) }, requestId)
        : toSectionId === null
          ? await leaveClass(context, how, requestId)
          : await changeClass(context, { ...how, toSectionId, leaves, leavesWaits }, requestId)
    return { requestId, status, refundCents }
  },
}
