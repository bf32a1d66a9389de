import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CalendarDay, CalendarMeeting, EventRow } from '#contract/communication/events.ts'
import { datePath } from '#contract/communication/events.plain.ts'
import { isDayOff } from '#contract/school/terms.plain.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { Name, useFirstName } from '#web/words/Name.tsx'
import { plusDays } from '#web/communication/events/eventDays.ts'
import { useOwnText } from '#web/words/ownText.ts'
import { EventLine, OffLine, ToCalendar } from '#web/communication/events/EventLines.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

/** The number of days ahead that are shown. Class meetings are many, so they reach less far than events. */
const spans = { events: 300, classes: 62 } as const
const shownAtFirst = 8

type Entry =
  | { key: string; day: string; kind: 'event'; event: EventRow }
  | {
      key: string
      day: string
      kind: 'off'
      title: 'noSchool' | 'lessonCancelled'
      reason: string
      nativeReason: string
    }
  | { key: string; day: string; kind: 'classes'; meetings: CalendarMeeting[] }

const entriesOf = (
  events: readonly EventRow[],
  days: readonly CalendarDay[],
  meetings: readonly CalendarMeeting[],
  today: string,
): Entry[] => {
  const off = days.flatMap((day): Entry[] => {
    const isClosed = day.kind === 'closure'
    if (!isClosed && !isDayOff(day.status ?? '')) return []
    return [
      {
        key: `${isClosed ? 'c' : 's'}${day.onDay}`,
        day: day.onDay,
        kind: 'off',
        title: isClosed ? 'noSchool' : 'lessonCancelled',
        reason: day.note,
        nativeReason: day.nativeNote,
      },
    ]
  })
  const held = Map.groupBy(
    meetings.filter(({ isCancelled }) => !isCancelled),
    ({ onDay }) => onDay,
  )
  return [
    ...events
      .filter(({ endsOn }) => endsOn >= today)
      .map((event): Entry => ({ key: event.id, day: event.startsOn, kind: 'event', event })),
    ...off,
    ...[...held].map(([day, those]): Entry => ({ key: `m${day}`, day, kind: 'classes', meetings: those })),
  ].sort((a, b) => a.day.localeCompare(b.day))
}

const ClassesLine = ({ day, meetings }: { day: string; meetings: readonly CalendarMeeting[] }) => {
  const format = useFormat()
  const firstName = useFirstName()
  const namesOf = ({ children, childNativeNames }: CalendarMeeting): string =>
    format.list(children.map((name, at) => firstName({ name, nativeName: childNativeNames[at] ?? '' })))
  return (
    <li className="py-2.5">
      <p className="text-sm font-semibold text-ink-2">{format.day(day, 'weekday')}</p>
      <ul className="mt-1 grid gap-1">
        {meetings.map(meeting => (
          <li
            key={`${meeting.sectionId}${meeting.startsAt}`}
            className="grid grid-cols-[4.5rem_1fr] items-start gap-x-3 text-sm"
          >
            <span className="py-0.5 tabular-nums">{format.time(meeting.startsAt)}</span>
            <span className="flex min-w-0 items-start">
              <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
                <Chip crayon={meeting.crayon}>
                  <Name {...meeting} />
                </Chip>
                <span className="text-ink-2">{[namesOf(meeting), meeting.room].filter(Boolean).join(' · ')}</span>
              </span>
              <ToCalendar href={datePath.lesson(meeting.sectionId, meeting.onDay)} name={meeting.name} />
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}

/** The family's calendar: events, no-school days and, if wanted, the children's classes of the next two months. */
export const FamilyCalendar = () => {
  const t = useTranslations('events')
  const own = useOwnText()
  const { day: today } = useSchoolClock()
  const [view, setView] = useState<'events' | 'classes'>('events')
  const [isWhole, setWhole] = useState(false)
  const asked = { from: today, to: plusDays(today, spans[view]), mine: true }
  const calendar = useReadLater('events-calendar', asked)
  const meetings = useReadLater('events-meetings', asked, { enabled: view === 'classes' })
  return (
    <Card>
      <div className="mb-2">
        <Segmented
          label={t('show')}
          value={view}
          onChange={setView}
          options={[
            { value: 'events', label: t('onlyEvents') },
            { value: 'classes', label: t('withClasses') },
          ]}
        />
      </div>
      <Later read={calendar}>
        {({ events, days }) => {
          const entries = entriesOf(events, days, view === 'classes' ? (meetings.data ?? []) : [], today)
          if (entries.length === 0) return <p className="py-2 text-ink-2">{t('none')}</p>
          const shown = isWhole ? entries : entries.slice(0, shownAtFirst)
          return (
            <>
              <ul className="-mb-2 divide-y divide-line">
                {shown.map(entry =>
                  entry.kind === 'event' ? (
                    <EventLine key={entry.key} event={entry.event} to="/calendar" />
                  ) : entry.kind === 'off' ? (
                    <OffLine
                      key={entry.key}
                      day={entry.day}
                      title={t(entry.title)}
                      reason={own(entry.reason, entry.nativeReason)}
                    >
                      {entry.title === 'noSchool' && (
                        <ToCalendar
                          href={datePath.closed(entry.day)}
                          name={own(entry.reason, entry.nativeReason) || t('noSchool')}
                        />
                      )}
                    </OffLine>
                  ) : (
                    <ClassesLine key={entry.key} day={entry.day} meetings={entry.meetings} />
                  ),
                )}
              </ul>
              {shown.length < entries.length && (
                <Button wide variant="quiet" className="mt-4" onClick={() => setWhole(true)}>
                  {t('more', { n: entries.length - shown.length })}
                </Button>
              )}
            </>
          )
        }}
      </Later>
    </Card>
  )
}
