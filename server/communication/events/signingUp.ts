import { type events, signUpMoves } from '#contract/communication/events.ts'
import { fits, isLocked, mayAnswer, overlaps, slotState } from '#rules/events.ts'
import { startBatch } from '#server/platform/batches.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { myHouseholds } from '#server/people/parents/policy.ts'
import { countOthers, hasHousehold, listGuardians, upsertAnswer } from './answerQueries.ts'
import { detailed, lookOf } from './details.ts'
import { myEvents, onceMyEvents, workedEvents } from './policy.ts'
import { lockEvent } from './queries.ts'
import {
  countTaken,
  findSignUp,
  findSignUpById,
  insertSignUp,
  listOwnTimes,
  listSignUps,
  lockPerson,
  lockSlot,
  lockUnmarked,
  markWorked,
  updateSignUp,
} from './slotQueries.ts'

type SigningUp = Pick<
  typeof events,
  | 'events-answer'
  | 'events-takeSlot'
  | 'events-leaveSlot'
  | 'events-signUps'
  | 'events-markSignUp'
  | 'events-markAllWorked'
>

/** Functions for commitments: families' answers, and slots. */
export const signingUp: Functions<SigningUp> = {
  'events-answer': async ({ db, actor, input, now, touch }) => {
    const { today } = await lookOf(db, actor, now)
    const homes = myHouseholds(actor)
    // The lock is sent first, so the answers are counted behind it.
    const [event, isHome, people] = await Promise.all([
      lockEvent(db, myEvents(actor, today), input.eventId),
      hasHousehold(db, homes, input.householdId),
      countOthers(db, myEvents(actor, today), input.eventId, input.householdId),
    ])
    if (!event) throw notFound('The event')
    if (!isHome) throw notFound('The household')
    if (!mayAnswer({ ...event, people }, now)) throw conflict('ANSWERS_CLOSED', 'This event isn’t open for answers.')
    if (input.answer === 'yes' && !fits(event.capacity, people, input.partySize))
      throw conflict('EVENT_FULL', 'There aren’t that many spots left.', {
        left: Math.max(0, event.capacity! - people),
      })
    await upsertAnswer(db, {
      eventId: event.id,
      householdId: input.householdId,
      answer: input.answer,
      partySize: input.partySize,
      note: input.note,
      byId: actor.personId,
      at: now,
    })
    // If spots are counted, others see how many are left.
    if (event.capacity !== null) touch(['events'])
    else touch(['events'], await listGuardians(db, homes, input.householdId))
    return detailed(db, actor, now, event.id, true)
  },

  'events-takeSlot': async ({ db, actor, input, now, touch }) => {
    const { today } = await lookOf(db, actor, now)
    const seen = myEvents(actor, today)
    if (actor.personId === null) throw notFound('Your record')
    // The locks are sent first, so the sign-ups are read behind them.
    const [isThere, slot, taken, mine, own] = await Promise.all([
      lockPerson(db, actor.personId),
      lockSlot(db, seen, input.slotId),
      countTaken(db, seen, input.slotId),
      findSignUp(db, input.slotId, actor.personId),
      listOwnTimes(db, actor.personId),
    ])
    if (!isThere) throw notFound('Your record')
    if (!slot) throw notFound('The slot')
    if (slot.eventStatus !== 'published') throw conflict('EVENT_OVER', 'This event isn’t taking place.')
    const state = slotState({ ...slot, taken, isMine: mine !== null }, now)
    if (state === 'locked') throw conflict('SLOT_LOCKED', 'This sign-up is closed.')
    if (state === 'early') throw conflict('SLOT_EARLY', 'This sign-up isn’t open yet.')
    if (state === 'full') throw conflict('SLOT_FULL', 'There is no spot left. Choose another one.')
    if (state === 'open') {
      const { startsAt, endsAt } = slot
      const clash = startsAt && own.find(other => overlaps(other, { startsAt, endsAt }))
      if (clash)
        throw conflict('SLOT_CLASH', 'You’re already signed up for something at this time.', { with: clash.name })
      const { personId } = actor
      await insertSignUp(db, { slotId: slot.id, personId, status: 'taken', note: input.note, at: now })
      touch(['events', 'duties'])
    }
    return detailed(db, actor, now, slot.eventId, true)
  },

  'events-leaveSlot': async ({ db, actor, input, now, touch }) => {
    const { today } = await lookOf(db, actor, now)
    const slot = await lockSlot(db, myEvents(actor, today), input.slotId)
    if (!slot || actor.personId === null) throw notFound('The slot')
    const own = await findSignUp(db, slot.id, actor.personId)
    if (!own) throw notFound('Your sign-up')
    if (isLocked(slot, now)) throw conflict('SLOT_LOCKED', 'This sign-up is closed. Tell the office if you can’t come.')
    if (!signUpMoves[own.status].includes('cancelled'))
      throw conflict('MOVE_NOT_ALLOWED', `A sign-up that is ${own.status} can't be canceled.`)
    await updateSignUp(db, own.id, 'cancelled')
    touch(['events', 'duties'])
    return detailed(db, actor, now, slot.eventId, true, onceMyEvents)
  },

  'events-signUps': async ({ db, actor, input }) => listSignUps(db, workedEvents(actor), { eventId: input.eventId }),

  'events-markSignUp': async ({ db, actor, input: { id, to }, touch }) => {
    const seen = workedEvents(actor)
    const found = await findSignUpById(db, seen, id)
    const slot = found && (await lockSlot(db, seen, found.slotId))
    const now = found && (await findSignUp(db, found.slotId, found.personId))
    if (!found || !slot || now?.id !== id) throw notFound('The sign-up')
    if (!signUpMoves[now.status].includes(to))
      throw conflict('MOVE_NOT_ALLOWED', `A sign-up that is ${now.status} can't become ${to}.`)
    // An excused person gave up the spot; coming after all needs a free one.
    if (now.status === 'excused' && (await countTaken(db, seen, slot.id)) >= slot.capacity)
      throw conflict('SLOT_FULL', 'Someone else has the spot now.')
    await updateSignUp(db, id, to)
    touch(['events', 'duties'])
    return (await listSignUps(db, seen, { id }))[0]!
  },

  'events-markAllWorked': async ({ db, actor, input, now, touch }) => {
    const ids = await lockUnmarked(db, workedEvents(actor), input.eventId, now)
    if (ids.length === 0) return { marked: 0, batchId: null }
    const slices = ['events', 'duties']
    touch(slices)
    const batchId = await startBatch({ db, actor, now, touch }, { kind: 'events-markAllWorked', n: ids.length, slices })
    await markWorked(db, ids)
    return { marked: ids.length, batchId }
  },
}
