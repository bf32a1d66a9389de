import type { Audience } from '#contract/communication/messages.audience.ts'
import type { EventDetails } from '#contract/communication/events.ts'
import type { Input } from '#contract/index.ts'

export type SlotDraft = {
  key: number
  id: string | null
  name: string
  nativeName: string
  day: string
  from: string
  to: string
  capacity: string
  points: string
}
/** An event as typed. */
export type EventDraft = {
  title: string
  nativeTitle: string
  place: string
  isAllDay: boolean
  startsOn: string
  startTime: string
  endsOn: string
  endTime: string
  description: string
  nativeDescription: string
  audience: Audience
  isPublic: boolean
  takesRsvp: boolean
  capacity: string
  rsvpClosesAt: string
  opensAt: string
  locksAt: string
  slots: SlotDraft[]
}

/** Returns an empty event on a day. */
export const blankEvent = (day: string): EventDraft => ({
  title: '',
  nativeTitle: '',
  place: '',
  isAllDay: false,
  startsOn: day,
  startTime: '14:00',
  endsOn: '',
  endTime: '17:00',
  description: '',
  nativeDescription: '',
  audience: [{ kind: 'everyone' }],
  isPublic: false,
  takesRsvp: false,
  capacity: '',
  rsvpClosesAt: '',
  opensAt: '',
  locksAt: '',
  slots: [],
})

/** Returns the form's values for an existing event. */
export const draftOf = (event: EventDetails): EventDraft => ({
  title: event.title,
  nativeTitle: event.nativeTitle,
  place: event.place,
  isAllDay: event.isAllDay,
  startsOn: event.startsOn,
  startTime: event.startTime ?? '14:00',
  endsOn: event.endsOn === event.startsOn ? '' : event.endsOn,
  endTime: event.endTime ?? '17:00',
  description: event.description,
  nativeDescription: event.nativeDescription,
  audience: event.audience ?? [],
  isPublic: event.isPublic,
  takesRsvp: event.takesRsvp,
  capacity: event.capacity === null ? '' : String(event.capacity),
  rsvpClosesAt: event.rsvpClosesAt ?? '',
  opensAt: event.slots[0]?.opensAt ?? '',
  locksAt: event.slots[0]?.locksAt ?? '',
  slots: event.slots.map((slot, key) => ({
    key,
    id: slot.id,
    name: slot.name,
    nativeName: slot.nativeName,
    day: slot.startsAt?.slice(0, 10) ?? event.startsOn,
    from: slot.startsAt?.slice(11) ?? '',
    to: slot.endsAt?.slice(11) ?? '',
    capacity: String(slot.capacity),
    points: String(slot.points),
  })),
})

// Text that isn't a number is sent as an invalid one, which the contract refuses at its field.
const numberOf = (text: string): number => (text.trim() === '' ? 0 : Number(text))
const wallOf = (day: string, time: string): string | null => (time === '' ? null : `${day}T${time}`)

/** Returns the input to send: an omitted last day is the first, and slots of a one-day event are on its day. */
export const inputOf = (draft: EventDraft): Input<'events-create'> => {
  const { opensAt, locksAt, slots, ...rest } = draft
  const endsOn = draft.endsOn || draft.startsOn
  return {
    ...rest,
    endsOn,
    startTime: draft.isAllDay ? null : draft.startTime,
    endTime: draft.isAllDay ? null : draft.endTime,
    capacity: draft.takesRsvp && draft.capacity.trim() !== '' ? numberOf(draft.capacity) : null,
    rsvpClosesAt: (draft.takesRsvp && draft.rsvpClosesAt) || null,
    slots: slots.map(({ key: _key, day, from, to, capacity, points, ...slot }) => {
      const on = endsOn === draft.startsOn ? draft.startsOn : day || draft.startsOn
      return {
        ...slot,
        startsAt: wallOf(on, from),
        endsAt: wallOf(on, to),
        capacity: numberOf(capacity),
        points: numberOf(points),
        opensAt: opensAt || null,
        locksAt: locksAt || null,
      }
    }),
  }
}

/** The name of new appointments: that of the slot before them, else of their event, else `word`. */
export const appointmentNames = (
  { title, nativeTitle, slots }: EventDraft,
  word: string,
): Pick<SlotDraft, 'name' | 'nativeName'> => {
  const { name, nativeName } = slots.at(-1) ?? { name: title, nativeName: nativeTitle }
  return name.trim() === '' ? { name: word, nativeName: '' } : { name, nativeName }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/**
 * Splits the time between two times into appointments of `every` minutes, at least 5; at most a hundred, without a
 * partial one.
 */
export const appointments = (from: string, to: string, every: number): { from: string; to: string }[] => {
  if (!/^\d{2}:\d{2}$/.test(from) || !/^\d{2}:\d{2}$/.test(to) || !Number.isInteger(every) || every < 5) return []
  const made: { from: string; to: string }[] = []
  for (let at = minutesOf(from); at + every <= minutesOf(to) && made.length < 100; at += every)
    made.push({ from: timeOf(at), to: timeOf(at + every) })
  return made
}
