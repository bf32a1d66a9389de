import ical, { type ICalCalendar, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { tzlib_get_ical_block } from 'timezones-ical-library'
import { givenName } from '#rules/events.ts'
import { listIn } from '#rules/lists.ts'
import type { FeedClosure, FeedEvent, FeedVisit } from './feedQueries.ts'
import type { FoundMeeting } from './queries.ts'
import { nameIn, textsOf, weekdayDateText } from '#server/platform/texts.ts'
import { messages as en } from './calendar.en.ts'
import { messages as zh } from './calendar.zh.ts'

const texts = textsOf({ en, zh })

type FeedContent = {
  school: { name: string; nativeName: string; address: string; zone: string; currency: string }
  language: 'en' | 'zh'
  publicUrl: string
  /** The screen that shows one event to the reader; null for the public, which sees it on the home page. */
  eventPath: '/calendar' | '/teacherdashboard/' | null
  /** True for a single date to be added to a calendar, rather than a calendar to subscribe to. */
  isOne?: boolean
  meetings: readonly FoundMeeting[]
  visits: readonly FeedVisit[]
  closures: readonly FeedClosure[]
  events: readonly FeedEvent[]
}

/** Seconds between refreshes, as suggested to calendar programs. */
const refreshSeconds = 60 * 60

/** The time zone's rules, under the same name as the events use; null if the library doesn't know the zone. */
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
  // Local time with the zone's name: 14:00 stays 14:00 when the clocks change.
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
 * Renders a person's calendar (RFC 5545). Children appear by given name only, because the file is stored on other
 * servers. The same content gives the same bytes.
 */
export const drawCalendar = (content: FeedContent): string => {
  const { school, language, publicUrl } = content
  const t = texts(language)
  const own = (name: string, nativeName: string) => nameIn(language, { name, nativeName })
  const block = zoneBlock(school.zone)
  const zone = block === null ? null : school.zone
  const calendar = ical({
    prodId: '//Lantern//School calendar//EN',
    ...(content.isOne !== true && { name: own(school.name, school.nativeName), ttl: refreshSeconds }),
    // The zone has no name here; otherwise the timestamps would be written in the zone, too.
    ...(block !== null && { timezone: { name: null, generator: () => block } }),
  })
  const add = addTo(calendar, new URL(publicUrl).hostname, zone)

  for (const meeting of content.meetings) {
    const name = own(meeting.name, meeting.nativeName)
    const children = meeting.pupils.map(givenName)
    const parts = [
      ...(children.length > 0
        ? [
            {
              uid: 'lesson',
              summary: t('lesson', { children: listIn(language, children), name }),
              teachers: meeting.teachers,
            },
          ]
        : []),
      ...(meeting.isTaught ? [{ uid: 'teaching', summary: name, teachers: [] }] : []),
    ]
    for (const { uid, summary, teachers } of parts) {
      add({
        uid: `${uid}-${meeting.sectionId}-${meeting.onDay}`,
        sequence: meeting.sequence,
        changedAt: meeting.changedAt,
        summary: meeting.isCancelled ? t('cancelled', { title: summary }) : summary,
        description: [
          meeting.isCancelled ? own(meeting.note, meeting.nativeNote) : '',
          meeting.isCancelled && meeting.makeUpOn !== null
            ? t('madeUp', { day: weekdayDateText(language, school, meeting.makeUpOn, meeting.onDay) })
            : '',
          teachers.length > 0 ? t('with', { teachers: listIn(language, teachers) }) : '',
        ],
        location: [meeting.room, school.address].filter(Boolean).join(', '),
        span: { startsAt: meeting.startsAtInstant, endsAt: meeting.endsAtInstant },
        status: meeting.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      })
    }
  }
  for (const visit of content.visits) {
    const name = own(visit.section, visit.nativeName)
    const summary = t('visit', { child: givenName(visit.pupil), name, kind: visit.kind })
    add({
      // Each day is a separate entry, so that no visit remains on the canceled day.
      uid: `visit-${visit.id}-${visit.onDay}`,
      sequence: visit.sequence,
      changedAt: visit.changedAt,
      summary: visit.isCancelled ? t('cancelled', { title: summary }) : summary,
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
      summary: t('closed', { reason: own(closure.reason, closure.nativeReason) }),
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
    const url = content.eventPath === null ? publicUrl : `${publicUrl}${content.eventPath}?event=${event.id}`
    const shared = { sequence: event.sequence, createdAt: event.createdAt, changedAt: event.changedAt, url }
    const untimed = event.slots.filter(slot => slot.startsAt === null).map(slot => own(slot.name, slot.nativeName))
    add({
      ...shared,
      uid: `event-${event.id}`,
      summary: isCancelled ? t('cancelled', { title }) : title,
      description: [
        own(event.description, event.nativeDescription),
        untimed.length > 0 ? t('signedUp', { slots: listIn(language, untimed) }) : '',
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
      const summary = t('slot', { slot: own(slot.name, slot.nativeName), title })
      add({
        ...shared,
        uid: `slot-${slot.id}`,
        summary: isCancelled ? t('cancelled', { title: summary }) : summary,
        description: [url],
        location: event.place,
        span: { startsAt: slot.startsAt, endsAt: slot.endsAt },
        status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      })
    }
  }
  return calendar.toString()
}
