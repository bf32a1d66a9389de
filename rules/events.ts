import type { EventState, EventStatus, SlotState } from '#contract/communication/events.ts'

type Event = { status: EventStatus; endsAt: Date; capacity: number | null; people: number }

/** The state of an event for the person who reads it now. */
export const eventState = ({ status, endsAt, capacity, people }: Event, now: Date): EventState => {
  if (status !== 'published') return status
  if (endsAt <= now) return 'ended'
  return capacity !== null && people >= capacity ? 'full' : 'open'
}

/** Whether an answer may be given or changed now. A full event still takes those who say no. */
export const mayAnswer = (event: Event & { takesRsvp: boolean; rsvpClosesAt: Date | null }, now: Date): boolean =>
  event.takesRsvp &&
  ['open', 'full'].includes(eventState(event, now)) &&
  (event.rsvpClosesAt === null || now < event.rsvpClosesAt)

/** Whether a party fits beside the people who come already, those of the same family not counted. */
export const fits = (capacity: number | null, others: number, partySize: number): boolean =>
  capacity === null || others + partySize <= capacity

/** The state of a slot for somebody. What is theirs stays theirs; else time goes before places. */
export const slotState = (
  slot: { capacity: number; taken: number; isMine: boolean; opensAt: Date | null; locksAt: Date | null; endsAt: Date },
  now: Date,
): SlotState => {
  if (slot.isMine) return 'mine'
  if (isLocked(slot, now)) return 'locked'
  if (slot.opensAt !== null && now < slot.opensAt) return 'early'
  return slot.taken >= slot.capacity ? 'full' : 'open'
}

/** Whether it is too late to take or leave a slot: it is over, or its list is closed. */
export const isLocked = (slot: { locksAt: Date | null; endsAt: Date }, now: Date): boolean =>
  now >= slot.endsAt || (slot.locksAt !== null && now >= slot.locksAt)

/** Whether two spans of time share an instant; one that ends when the other begins does not. */
export const overlaps = (a: { startsAt: Date; endsAt: Date }, b: { startsAt: Date; endsAt: Date }): boolean =>
  a.startsAt < b.endsAt && b.startsAt < a.endsAt

const han = /^\p{Script=Han}+$/u

/**
 * What somebody is called without their family name, for calendars that lie on other people's servers: the preferred
 * name, else the first word; of a name in Chinese characters the last one or two, which are the given name.
 */
export const givenName = ({ name, preferredName }: { name: string; preferredName: string }): string => {
  if (preferredName.trim() !== '') return preferredName.trim()
  const first = name.trim().split(/\s+/)[0] ?? ''
  if (!han.test(first)) return first
  const signs = [...first]
  return signs.slice(signs.length > 2 ? -2 : -1).join('')
}
