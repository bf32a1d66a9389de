import { type events, eventMoves } from '#contract/communication/events.ts'
import { instantIn } from '#rules/calendar.ts'
import { daysAfter } from '#rules/days.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { cutPage, readKey, totalOf } from '#server/platform/keys.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { countAnswers, listAnswers } from './answerQueries.ts'
import { detailed, lookOf, rowOf, seenBy } from './details.ts'
import { feeds } from './feedFunctions.ts'
import { tellCancelled } from './jobs.ts'
import { myEnrolments, myMeetings, taughtMeetings, visibleMeetings } from '#server/enrolment/enrolments/policy.ts'
import { publicEvents, visibleEvents, workedEvents } from './policy.ts'
import {
  countAgenda,
  findEvent,
  listAgenda,
  listBetween,
  listDays,
  listMeetings,
  listPublic,
  lockEvent,
} from './queries.ts'
import { signingUp } from './signingUp.ts'
import { movedTo, valuesOf } from './times.ts'
import {
  deleteEvent,
  insertEvent,
  isAnswered,
  lockSlots,
  replaceSlots,
  type SlotValues,
  updateEvent,
} from './writeQueries.ts'

/**
 * The most days that a calendar request may span: about a school year, and two months for class meetings, of which
 * there are many.
 */
const longest = { calendar: 400, meetings: 62 } as const

const checkSpan = ({ from, to }: { from: string; to: string }, days: number): void => {
  if (to < from) throw invalid([{ path: 'to', message: 'before' }])
  if (to > daysAfter(from, days)) throw invalid([{ path: 'to', message: 'far' }])
}

/**
 * Returns the ids of removed slots. Throws if a removed slot has sign-ups, or if a slot's capacity falls below its
 * sign-ups.
 */
const checkSlots = (wanted: readonly SlotValues[], known: readonly { id: string; taken: number }[]): string[] => {
  const gone = known.filter(({ id }) => !wanted.some(slot => slot.id === id))
  if (gone.some(({ taken }) => taken > 0))
    throw conflict('SLOT_TAKEN', 'Someone has signed up for a slot that you’re removing.')
  wanted.forEach((slot, index) => {
    const taken = known.find(({ id }) => id === slot.id)?.taken ?? 0
    if (slot.capacity < taken) throw invalid([{ path: `slots.${index}.capacity`, message: 'seated' }])
  })
  return gone.map(({ id }) => id)
}

const makeDraft = async (
  { db, actor, now, touch }: Pick<Context<unknown>, 'db' | 'actor' | 'now' | 'touch'>,
  { event, slots }: ReturnType<typeof valuesOf>,
) => {
  const id = await insertEvent(db, {
    ...event,
    status: 'draft',
    createdBy: actor.personId,
    createdAt: now,
    changedAt: now,
  })
  await replaceSlots(db, id, slots, [])
  touch(['events'], [])
  return detailed(db, actor, now, id)
}

export const eventFunctions: Functions<typeof events> = {
  'events-calendar': async ({ db, actor, input, now }) => {
    checkSpan(input, longest.calendar)
    const { zone, viewer, today } = await lookOf(db, actor, now)
    const isOffice = actor.roles.includes('admin') && input.mine !== true
    const [found, days] = await Promise.all([
      listBetween(
        db,
        seenBy(actor, today, input.mine),
        viewer,
        instantIn(zone, input.from, '00:00'),
        instantIn(zone, daysAfter(input.to, 1), '00:00'),
      ),
      listDays(db, visibleTerms(actor), input.from, input.to, isOffice ? visibleMeetings(actor) : null),
    ])
    return { events: found.map(event => rowOf(event, actor, now)), days }
  },

  'events-meetings': async ({ db, actor, input }) => {
    checkSpan(input, longest.meetings)
    return listMeetings(
      db,
      input.mine ? myMeetings(actor) : visibleMeetings(actor),
      { enrolments: myEnrolments(actor), taught: taughtMeetings(actor) },
      input.from,
      input.to,
    )
  },

  'events-agenda': async ({ db, actor, input, now }) => {
    const { viewer, today } = await lookOf(db, actor, now)
    const seen = seenBy(actor, today, input.mine)
    const view = input.view ?? 'upcoming'
    const filter = { search: input.search ?? '', view, now }
    const found = await listAgenda(db, seen, viewer, filter, readKey(input.after, 2))
    const cut = cutPage(found, event => [view === 'upcoming' ? event.startsAt : event.endsAt, event.id])
    return {
      ...cut,
      rows: cut.rows.map(event => rowOf(event, actor, now)),
      total: await totalOf(found, input.after, () => countAgenda(db, seen, filter)),
    }
  },

  'events-get': async ({ db, actor, input, now }) => detailed(db, actor, now, input.id, input.mine),

  'events-public': async ({ db, now }) => listPublic(db, publicEvents, await zoneOf(db), now),

  'events-create': async ({ input, ...context }) => {
    // A new event has no slots yet, so any ids sent are ignored.
    const slots = input.slots.map(slot => ({ ...slot, id: null }))
    return makeDraft(context, valuesOf(await zoneOf(context.db), { ...input, slots }))
  },

  'events-change': async ({ db, actor, input: { id, ...input }, now, touch }) => {
    const { event, slots } = valuesOf(await zoneOf(db), input)
    const found = await lockEvent(db, workedEvents(actor), id)
    if (!found) throw notFound('The event')
    if (found.status === 'cancelled')
      throw conflict('MOVE_NOT_ALLOWED', 'A canceled event can’t be changed. Copy it instead.')
    const known = await lockSlots(db, id)
    if (input.slots.some(slot => slot.id !== null && !known.some(each => each.id === slot.id)))
      throw notFound('A slot of the event')
    const gone = checkSlots(slots, known)
    const { people } = await detailed(db, actor, now, id)
    if (event.capacity !== null && event.capacity < people) throw invalid([{ path: 'capacity', message: 'seated' }])
    await updateEvent(db, id, event, now)
    await replaceSlots(db, id, slots, gone)
    if (found.status === 'draft') touch(['events'], [])
    else touch(['events'])
    return detailed(db, actor, now, id)
  },

  'events-move': async ({ db, actor, input: { id, to }, now, touch, enqueue }) => {
    const event = await lockEvent(db, workedEvents(actor), id)
    if (!event) throw notFound('The event')
    if (!eventMoves[event.status].includes(to))
      throw conflict('MOVE_NOT_ALLOWED', `An event that is ${event.status} can't become ${to}.`)
    if (to === 'draft' && (await isAnswered(db, workedEvents(actor), id)))
      throw conflict('SOMEBODY_ANSWERED', 'Someone has already answered or signed up. Cancel the event instead.')
    await updateEvent(db, id, { status: to }, now)
    if (to === 'cancelled') await enqueue(tellCancelled, { eventId: id })
    touch(['events'])
    return detailed(db, actor, now, id)
  },

  'events-remove': async ({ db, actor, input: { id }, touch }) => {
    const event = await lockEvent(db, workedEvents(actor), id)
    if (!event) throw notFound('The event')
    if (event.status !== 'draft')
      throw conflict('MOVE_NOT_ALLOWED', 'Only a draft can be removed. Cancel the event instead.')
    await deleteEvent(db, id)
    touch(['events'], [])
    return { id }
  },

  'events-copy': async ({ input, ...context }) => {
    const { db, actor, now } = context
    const { viewer, today, zone } = await lookOf(db, actor, now)
    const found = await findEvent(db, visibleEvents(actor, today), viewer, input.id)
    if (!found) throw notFound('The event')
    return makeDraft(context, valuesOf(zone, movedTo(found, input.startsOn)))
  },

  'events-answers': async ({ db, actor, input }) => {
    const seen = workedEvents(actor)
    const search = input.search ?? ''
    const found = await listAnswers(db, seen, input.eventId, search, readKey(input.after, 2))
    return {
      ...cutPage(found, ({ name, householdId }) => [name, householdId]),
      total: await totalOf(found, input.after, () => countAnswers(db, seen, input.eventId, search)),
    }
  },

  ...signingUp,
  ...feeds,
}
