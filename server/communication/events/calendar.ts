import ical, { type ICalCalendar, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { tzlib_get_ical_block } from 'timezones-ical-library'
import { givenName } from '#rules/events.ts'
import { dayText } from '#rules/calendar.ts'
import type { FeedClosure, FeedEvent, FeedVisit } from './feedQueries.ts'
import type { FoundMeeting } from './queries.ts'

type FeedContent = {
  school: { name: string; nativeName: string; address: string; zone: string }
  language: 'en' | 'zh'
  publicUrl: string
  /** The screen that shows one event to the reader. */
  eventPath: '/parent' | '/teacherdashboard/'
  meetings: readonly FoundMeeting[]
  visits: readonly FeedVisit[]
  closures: readonly FeedClosure[]
  events: readonly FeedEvent[]
}

const words = {
  en: {
    cancelled: (title: string) => `Cancelled: ${title}`,
    madeUp: (day: string) => `Made up on ${day}`,
    closed: (reason: string) => `No school: ${reason}`,
    lesson: (children: string[], name: string) => `${children.join(', ')}: ${name}`,
    visit: (child: string, name: string, kind: 'trial' | 'day') =>
      `${child}: ${name} (${kind === 'trial' ? 'trial' : 'single day'})`,
    with: (teachers: string[]) => `With ${teachers.join(', ')}`,
    slot: (slot: string, title: string) => `${slot} (${title})`,
    signedUp: (slots: string[]) => `You are signed up for: ${slots.join(', ')}`,
  },
  zh: {
    cancelled: (title: string) => `【已取消】${title}`,
    madeUp: (day: string) => `补课日期：${day}`,
    closed: (reason: string) => `停课：${reason}`,
    lesson: (children: string[], name: string) => `${children.join('、')}：${name}`,
    visit: (child: string, name: string, kind: 'trial' | 'day') =>
      `${child}：${name}（${kind === 'trial' ? '试听' : '单日课'}）`,
    with: (teachers: string[]) => `任课老师：${teachers.join('、')}`,
    slot: (slot: string, title: string) => `${slot}（${title}）`,
    signedUp: (slots: string[]) => `您已报名：${slots.join('、')}`,
  },
}

/** How often calendar programs are asked to look again, in seconds. */
const refreshSeconds = 60 * 60

/** The zone's rules under the very name that the events carry; null for one that the library does not know. */
const zoneBlock = (zone: string): string | null => {
  const [block] = tzlib_get_ical_block(zone)
  return block?.startsWith('BEGIN:VTIMEZONE') ? block.replace(/^TZID:.*$/m, `TZID:${zone}`) : null
}

type Entry = {
  uid: string
  sequence: number
  createdAt?: string
  changedAt: string
  summary: string
  description: readonly string[]
  location: string
  /** Instants, or whole days with the last one included. */
  span: { startsAt: string; endsAt: string } | { startsOn: string; endsOn: string }
  status: ICalEventStatus
  isFree?: boolean
  url?: string
}

const addTo = (calendar: ICalCalendar, host: string, zone: string | null) => {
  // The wall clock's time with the zone's name beside it: 14:00 stays 14:00 when the clocks change.
  const at = (instant: string) =>
    zone === null
      ? new Date(instant)
      : Temporal.Instant.fromEpochMilliseconds(Date.parse(instant)).toZonedDateTimeISO(zone).toPlainDateTime()
  return ({ uid, span, changedAt, createdAt, description, isFree = false, url, ...entry }: Entry): void => {
    const changed = new Date(changedAt)
    calendar.createEvent({
      ...entry,
      id: `${uid}@${host}`,
      stamp: changed,
      lastModified: changed,
      ...(createdAt && { created: new Date(createdAt) }),
      ...('startsAt' in span
        ? { start: at(span.startsAt), end: at(span.endsAt), timezone: zone }
        : {
            allDay: true,
            start: Temporal.PlainDate.from(span.startsOn),
            end: Temporal.PlainDate.from(span.endsOn).add({ days: 1 }),
          }),
      description: description.filter(Boolean).join('\n'),
      transparency: isFree ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      ...(url && { url }),
    })
  }
}

/**
 * Draws somebody's calendar (RFC 5545). Children go by their given names alone, since the file lies on other people's
 * servers. The same content gives the same bytes.
 */
export const drawCalendar = (content: FeedContent): string => {
  const { school, language, publicUrl } = content
  const say = words[language]
  const own = (name: string, nativeName: string) => (language === 'zh' && nativeName ? nativeName : name)
  const block = zoneBlock(school.zone)
  const zone = block === null ? null : school.zone
  const calendar = ical({
    name: own(school.name, school.nativeName),
    prodId: '//Lantern//School calendar//EN',
    ttl: refreshSeconds,
    // Without a name of its own, or the stamps would be written in the zone, too.
    ...(block !== null && { timezone: { name: null, generator: () => block } }),
  })
  const add = addTo(calendar, new URL(publicUrl).hostname, zone)

  for (const meeting of content.meetings) {
    const name = own(meeting.name, meeting.nativeName)
    const children = meeting.pupils.map(givenName)
    const parts = [
      ...(children.length > 0
        ? [{ uid: 'lesson', summary: say.lesson(children, name), teachers: meeting.teachers }]
        : []),
      ...(meeting.isTaught ? [{ uid: 'teaching', summary: name, teachers: [] }] : []),
    ]
    for (const { uid, summary, teachers } of parts) {
      add({
        uid: `${uid}-${meeting.sectionId}-${meeting.onDay}`,
        sequence: meeting.sequence,
        changedAt: meeting.changedAt,
        summary: meeting.isCancelled ? say.cancelled(summary) : summary,
        description: [
          meeting.isCancelled ? own(meeting.note, meeting.nativeNote) : '',
          meeting.isCancelled && meeting.makeUpOn !== null ? say.madeUp(dayText(language, meeting.makeUpOn)) : '',
          teachers.length > 0 ? say.with(teachers) : '',
        ],
        location: [meeting.room, school.address].filter(Boolean).join(', '),
        span: { startsAt: meeting.startsAtInstant, endsAt: meeting.endsAtInstant },
        status: meeting.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      })
    }
  }
  for (const visit of content.visits) {
    const name = own(visit.section, visit.nativeName)
    const summary = say.visit(givenName(visit.pupil), name, visit.kind)
    add({
      // Another day is another entry, so that none is left on the day that was called off.
      uid: `visit-${visit.id}-${visit.onDay}`,
      sequence: visit.sequence,
      changedAt: visit.changedAt,
      summary: visit.isCancelled ? say.cancelled(summary) : summary,
      description: [visit.isCancelled ? own(visit.note, visit.nativeNote) : ''],
      location: [visit.room, school.address].filter(Boolean).join(', '),
      span: { startsAt: visit.startsAt, endsAt: visit.endsAt },
      status: visit.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  for (const closure of content.closures) {
    add({
      uid: `closed-${closure.onDay}`,
      sequence: 0,
      changedAt: closure.createdAt,
      summary: say.closed(closure.reason),
      description: [],
      location: '',
      span: { startsOn: closure.onDay, endsOn: closure.onDay },
      status: ICalEventStatus.CONFIRMED,
      isFree: true,
    })
  }
  for (const event of content.events) {
    const title = own(event.title, event.nativeTitle)
    const isCancelled = event.status === 'cancelled'
    const url = `${publicUrl}${content.eventPath}?event=${event.id}`
    const shared = { sequence: event.sequence, createdAt: event.createdAt, changedAt: event.changedAt, url }
    const untimed = event.slots.filter(slot => slot.startsAt === null).map(slot => own(slot.name, slot.nativeName))
    add({
      ...shared,
      uid: `event-${event.id}`,
      summary: isCancelled ? say.cancelled(title) : title,
      description: [
        own(event.description, event.nativeDescription),
        untimed.length > 0 ? say.signedUp(untimed) : '',
        url,
      ],
      location: event.place,
      span: event.isAllDay ? { startsOn: event.startsOn, endsOn: event.endsOn } : event,
      status: isCancelled
        ? ICalEventStatus.CANCELLED
        : event.answer === 'maybe'
          ? ICalEventStatus.TENTATIVE
          : ICalEventStatus.CONFIRMED,
      isFree: event.isAllDay || event.answer !== 'yes',
    })
    for (const slot of event.slots) {
      if (slot.startsAt === null || slot.endsAt === null) continue
      const summary = say.slot(own(slot.name, slot.nativeName), title)
      add({
        ...shared,
        uid: `slot-${slot.id}`,
        summary: isCancelled ? say.cancelled(summary) : summary,
        description: [url],
        location: event.place,
        span: { startsAt: slot.startsAt, endsAt: slot.endsAt },
        status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      })
    }
  }
  return calendar.toString()
}
