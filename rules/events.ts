import type { EventState, EventStatus, SlotState } from '#contract/communication/events.ts'

type Event = { status: EventStatus; endsAt: Date; capacity: number | null; people: number }

/** The state of an event at the time it is read. */
export const eventState = ({ status, endsAt, capacity, people }: Event, now: Date): EventState => {
  if (status !== 'published') return status
  if (endsAt <= now) return 'ended'
  return capacity !== null && people >= capacity ? 'full' : 'open'
}

/** True if an answer may be given or changed now. A full event still accepts answers. */
export const mayAnswer = (event: Event & { takesRsvp: boolean; rsvpClosesAt: Date | null }, now: Date): boolean =>
  event.takesRsvp &&
  ['open', 'full'].includes(eventState(event, now)) &&
  (event.rsvpClosesAt === null || now < event.rsvpClosesAt)

/** True if a party fits beside the people who already come, not counting those of the same family. */
export const fits = (capacity: number | null, others: number, partySize: number): boolean =>
  capacity === null || others + partySize <= capacity

/**
 * The state of a slot for the reader. A slot that is theirs stays theirs; otherwise time is checked before capacity.
 */
export const slotState = (
  slot: { capacity: number; taken: number; isMine: boolean; opensAt: Date | null; locksAt: Date | null; endsAt: Date },
  now: Date,
): SlotState => {
  if (slot.isMine) return 'mine'
  if (isLocked(slot, now)) return 'locked'
  if (slot.opensAt !== null && now < slot.opensAt) return 'early'
  return slot.taken >= slot.capacity ? 'full' : 'open'
}

/** True if it is too late to take or leave a slot, because it is over or its list is closed. */
export const isLocked = (slot: { locksAt: Date | null; endsAt: Date }, now: Date): boolean =>
  now >= slot.endsAt || (slot.locksAt !== null && now >= slot.locksAt)

/** True if two time spans overlap. A span that ends when the other starts does not overlap it. */
export const overlaps = (a: { startsAt: Date; endsAt: Date }, b: { startsAt: Date; endsAt: Date }): boolean =>
  a.startsAt < b.endsAt && b.startsAt < a.endsAt

const han = /^\p{Script=Han}+$/u

/**
 * A person's given name, for calendars stored on other servers: the preferred name, or else the first word. For a name
 * in Chinese characters it is the last one or two characters.
 */
export const givenName = ({ name, preferredName }: { name: string; preferredName: string }): string => {
  if (preferredName.trim() !== '') return preferredName.trim()
  const first = name.trim().split(/\s+/)[0] ?? ''
  if (!han.test(first)) return first
  const signs = [...first]
  return signs.slice(signs.length > 2 ? -2 : -1).join('')
}
