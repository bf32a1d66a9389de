import type { Parsed } from '#contract/index.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/functions.ts'
import { answerOpen, retype, type Retyped, type Settled, transfer, type Transferred, withdraw } from './carryOut.ts'
import {
  askedOn,
  checkAgreed,
  checkMove,
  checkReason,
  checkWay,
  findLeft,
  findPlace,
  findTransfer,
  findTypeChange,
  isOffice,
  lockPlace,
} from './finding.ts'
import { newsOf, tell } from './letters.ts'
import { withdrawalOf } from './outcome.ts'
import { type Leaving, listTargets, listWaits } from './queries.ts'

/** Throws where the request to answer is no longer open, now that the place is locked. */
const checkAsked = (leaving: Leaving, requestId: string | undefined): void => {
  if (requestId !== undefined && leaving.request?.id !== requestId)
    throw conflict('MOVE_NOT_ALLOWED', 'This request is no longer waiting for an answer.')
}

/** Withdraws a student as of a day; for a request, `onDay` is the day on which it was made. */
export const leaveClass = async (
  context: Context<unknown>,
  input: Parsed<'leavings-withdraw'>,
  requestId?: string,
): Promise<Settled> => {
  const when = await askedOn(context, input.onDay)
  const leaving = await lockPlace(context, input.enrolmentId)
  checkAsked(leaving, requestId)
  const outcome = withdrawalOf(leaving, when)
  checkMove(context, leaving, outcome.isUnconfirmed ? 'dropped' : 'withdrawn')
  checkWay(outcome)
  checkAgreed(input, outcome.totalCents, outcome.freeCents)
  const done = await withdraw(context, leaving, outcome, when, input.back)
  const byOffice = isOffice(context)
  await answerOpen(context, leaving, { kind: 'withdrawal', byOffice, answer: input.note })
  const news = newsOf(outcome, null, input.note)
  await tell(context, leaving, news, { kind: 'left', money: { ...outcome, ...done }, byOffice })
  return done
}

/** Transfers a student as of a day; for a request, `onDay` is the day on which it was made. */
export const changeClass = async (
  context: Context<unknown>,
  input: Parsed<'leavings-transfer'>,
  requestId?: string,
): Promise<Transferred> => {
  const { db, now } = context
  const when = await askedOn(context, input.onDay)
  const seen = await findPlace(context, input.enrolmentId)
  const [aimed] = await listTargets(db, seen, now, { id: input.toSectionId, leaves: input.leaves })
  // Classes whose waitlists are left are locked together with the others, before anything else.
  const waits = input.leavesWaits && aimed ? await listWaits(db, seen.studentId, { ...aimed, termId: seen.termId }) : []
  const ended = aimed ? await findLeft(context, seen, aimed, input.leaves) : []
  const leaving = await lockPlace(context, input.enrolmentId, {
    sectionIds: [input.toSectionId, ...[...waits, ...ended].map(({ sectionId }) => sectionId)],
    enrolmentIds: ended.map(({ enrolmentId }) => enrolmentId),
  })
  checkAsked(leaving, requestId)
  checkMove(context, leaving, 'transferred')
  const to = await findTransfer(context, leaving, input, when, true)
  checkWay(to.transfer)
  checkReason(context, to.transfer.to, input.note)
  checkAgreed(input, to.transfer.differenceCents, to.transfer.freeCents)
  const done = await transfer(context, leaving, to, when, input)
  const byOffice = isOffice(context)
  await answerOpen(context, leaving, { kind: 'transfer', byOffice, answer: input.note })
  for (const place of to.left) {
    await answerOpen(context, place, { kind: 'withdrawal', byOffice, answer: input.note })
    // The letter about the transfer gives the total of both.
    const left = newsOf({ ...place, onDay: when.onDay }, null, '')
    await tell(context, place, left, { kind: 'left', money: null, byOffice })
  }
  const news = newsOf(to.transfer, to.section, input.note)
  await tell(context, leaving, news, { kind: 'changed', money: { ...to.transfer, ...done }, byOffice })
  return done
}

/** Changes how a student takes part in a class. */
export const changeType = async (
  context: Context<unknown>,
  input: Parsed<'leavings-changeType'>,
  requestId?: string,
): Promise<Retyped> => {
  const when = await askedOn(context, input.onDay)
  const leaving = await lockPlace(context, input.enrolmentId)
  checkAsked(leaving, requestId)
  const change = await findTypeChange(context, leaving, when, true)
  if (change.toType !== input.toType)
    throw conflict('PREVIEW_CHANGED', 'How the student takes part has changed in the meantime. Look at it again.')
  checkWay(change)
  checkReason(context, change, input.note)
  checkAgreed(input, change.differenceCents, change.freeCents)
  const done = await retype(context, leaving, change, when, input.back)
  const byOffice = isOffice(context)
  await answerOpen(context, leaving, { kind: 'type', byOffice, answer: input.note })
  const kind = change.toType === 'audit' ? 'sitsIn' : 'full'
  await tell(context, leaving, newsOf(change, null, input.note), { kind, money: { ...change, ...done }, byOffice })
  return done
}
