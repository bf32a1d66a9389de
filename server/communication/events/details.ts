import type { EventDetails, EventRow } from '#contract/communication/events.ts'
import { dayIn } from '#rules/calendar.ts'
import { eventState, mayAnswer, slotState } from '#rules/events.ts'
import type { Db } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { myHouseholds } from '#server/people/parents/policy.ts'
import { myEvents, visibleEvents } from './policy.ts'
import { findEvent, type FoundDetails, type FoundEvent, type Viewer } from './queries.ts'

/** The viewer, the school's time zone, and today's date in it. */
export const lookOf = async (db: Db, actor: Actor, now: Date) => {
  const zone = await zoneOf(db)
  const viewer: Viewer = { personId: actor.personId, homes: myHouseholds(actor), zone }
  return { zone, viewer, today: dayIn(zone, now) }
}

/** The events that a person sees. With `mine`, only those addressed to them, regardless of their roles. */
export const seenBy = (actor: Actor, today: string, mine = false) =>
  mine ? myEvents(actor, today) : visibleEvents(actor, today)

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))
const isAnswerable = (event: FoundEvent, now: Date): boolean =>
  mayAnswer({ ...event, endsAt: new Date(event.endsAt), rsvpClosesAt: dateOf(event.closesAtInstant) }, now)

/** An event as a list shows it to the caller now. */
export const rowOf = (event: FoundEvent, actor: Actor, now: Date): EventRow => ({
  ...event,
  state: eventState({ ...event, endsAt: new Date(event.endsAt) }, now),
  needsAnswer: event.hasHome && event.myAnswer === null && isAnswerable(event, now),
  // The rest of an event's audience may name other families.
  audience: actor.roles.includes('admin') ? event.audience : null,
})

const detailsOf = (found: FoundDetails, actor: Actor, now: Date): EventDetails => {
  const isOn = found.status === 'published' && now < new Date(found.endsAt)
  return {
    ...found,
    ...rowOf(found, actor, now),
    mayAnswer: isAnswerable(found, now),
    slots: found.slots.map(slot => {
      const state = slotState(
        {
          ...slot,
          isMine: slot.myStatus !== null,
          opensAt: dateOf(slot.opensAtInstant),
          locksAt: dateOf(slot.locksAtInstant),
          endsAt: new Date(slot.endsAtInstant),
        },
        now,
      )
      return { ...slot, state: state === 'mine' || isOn ? state : 'locked' }
    }),
  }
}

/** One event as the caller sees it now. Throws `notFound` if they don't see it. */
export const detailed = async (
  db: Db,
  actor: Actor,
  now: Date,
  id: string,
  mine?: boolean,
  seen: typeof seenBy = seenBy,
): Promise<EventDetails> => {
  const { viewer, today } = await lookOf(db, actor, now)
  const found = await findEvent(db, seen(actor, today, mine), viewer, id)
  if (!found) throw notFound('The event')
  return detailsOf(found, actor, now)
}
