import type { Parsed } from '#contract/index.ts'
import { instantIn } from '#rules/calendar.ts'
import { daysAfter, daysUntil } from '#rules/days.ts'
import { invalid } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { SlotValues } from './writeQueries.ts'

type EventInput = Parsed<'events-create'>
type SlotInput = EventInput['slots'][number]

/** An event lasts at most a quarter of a year, so that a mistyped year does not fill the calendar. */
const longestDays = 92

const instantOf = (zone: string, wall: string): Date => instantIn(zone, wall.slice(0, 10), wall.slice(11))
const instantOrNull = (zone: string, wall: string | null): Date | null => (wall === null ? null : instantOf(zone, wall))

const slotOf = (zone: string, slot: SlotInput, index: number): SlotValues => {
  const at = (field: string) => `slots.${index}.${field}`
  const { startsAt, endsAt } = slot
  if ((startsAt === null) !== (endsAt === null))
    throw invalid([{ path: at(startsAt === null ? 'startsAt' : 'endsAt'), message: 'time' }])
  if (startsAt !== null && endsAt !== null && startsAt >= endsAt)
    throw invalid([{ path: at('endsAt'), message: 'before' }])
  if (slot.opensAt !== null && slot.locksAt !== null && slot.opensAt >= slot.locksAt)
    throw invalid([{ path: at('locksAt'), message: 'before' }])
  return {
    id: slot.id ?? newId(),
    name: slot.name,
    nativeName: slot.nativeName,
    capacity: slot.capacity,
    points: slot.points,
    startsAt: instantOrNull(zone, startsAt),
    endsAt: instantOrNull(zone, endsAt),
    opensAt: instantOrNull(zone, slot.opensAt),
    locksAt: instantOrNull(zone, slot.locksAt),
  }
}

/**
 * The values to store for an input, with the school's local times converted to instants. Throws `invalid` for
 * impossible times.
 */
export const valuesOf = (zone: string, { slots, ...input }: EventInput) => {
  const { startsOn, endsOn, isAllDay } = input
  if (endsOn < startsOn) throw invalid([{ path: 'endsOn', message: 'before' }])
  if (daysUntil(startsOn, endsOn) > longestDays) throw invalid([{ path: 'endsOn', message: 'far' }])
  const { startTime, endTime, ...rest } = input
  if (!isAllDay && startTime === null) throw invalid([{ path: 'startTime', message: 'time' }])
  if (!isAllDay && endTime === null) throw invalid([{ path: 'endTime', message: 'time' }])
  const startsAt = instantIn(zone, startsOn, isAllDay ? '00:00' : startTime!)
  const endsAt = isAllDay ? instantIn(zone, daysAfter(endsOn, 1), '00:00') : instantIn(zone, endsOn, endTime!)
  if (endsAt <= startsAt) throw invalid([{ path: 'endTime', message: 'before' }])
  return {
    event: {
      ...rest,
      capacity: input.takesRsvp ? input.capacity : null,
      rsvpClosesAt: input.takesRsvp ? instantOrNull(zone, input.rsvpClosesAt) : null,
      startsAt,
      endsAt,
    },
    slots: slots.map((slot, index) => slotOf(zone, slot, index)),
  }
}

/** The same event moved to another day, with new slots, each at the same hour. */
export const movedTo = (event: EventInput, startsOn: string): EventInput => {
  const days = daysUntil(event.startsOn, startsOn)
  const move = (wall: string | null): string | null =>
    wall === null ? null : `${daysAfter(wall.slice(0, 10), days)}${wall.slice(10)}`
  return {
    title: event.title,
    nativeTitle: event.nativeTitle,
    description: event.description,
    nativeDescription: event.nativeDescription,
    place: event.place,
    isAllDay: event.isAllDay,
    startsOn,
    endsOn: daysAfter(event.endsOn, days),
    startTime: event.startTime,
    endTime: event.endTime,
    audience: event.audience,
    isPublic: event.isPublic,
    takesRsvp: event.takesRsvp,
    capacity: event.capacity,
    rsvpClosesAt: move(event.rsvpClosesAt),
    slots: event.slots.map(slot => ({
      id: null,
      name: slot.name,
      nativeName: slot.nativeName,
      startsAt: move(slot.startsAt),
      endsAt: move(slot.endsAt),
      capacity: slot.capacity,
      points: slot.points,
      opensAt: move(slot.opensAt),
      locksAt: move(slot.locksAt),
    })),
  }
}
