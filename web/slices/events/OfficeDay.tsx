import { CalendarOff, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { sessionDateMoves } from '#contract/plain/terms.ts'
import type { CalendarDay, CalendarMeeting, EventRow } from '#contract/events.ts'
import { useReadLater, useWrite } from '#web/call.ts'
import { useFailureText } from '#web/failureText.ts'
import { Later } from '#web/Later.tsx'
import { Name, Named } from '#web/Name.tsx'
import { useMay } from '#web/may.ts'
import { Part } from '#web/record.tsx'
import { OfficeCloseDay } from '#web/slices/events/OfficeCloseDay.tsx'
import { OfficeState } from '#web/slices/events/OfficeState.tsx'
import { useEventText } from '#web/slices/events/useEventText.ts'
import { Button } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/useFormat.ts'

const touched = ['terms', 'classes', 'students', 'parents', 'teachers', 'events']

const Lessons = ({ meetings }: { meetings: readonly CalendarMeeting[] }) => {
  const t = useTranslations('officeEvents')
  const format = useFormat()
  if (meetings.length === 0) return <p className="text-sm text-ink-2">{t('noClassesThatDay')}</p>
  return (
    <ul className="grid text-sm">
      {meetings.map(meeting => (
        <li key={meeting.sectionId} className="flex gap-3 border-b border-line py-2 last:border-0">
          <span className="w-34 shrink-0 tabular-nums text-ink-2">
            {format.time(meeting.startsAt)}–{format.time(meeting.endsAt)}
          </span>
          <span className="min-w-0">
            <Chip crayon={meeting.crayon}>
              <Name {...meeting} />
            </Chip>
            <span className="mt-0.5 block text-ink-2">
              {[meeting.room, meeting.teachers.join(', ')].filter(Boolean).join(' · ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What is off on that day and how to take it back. */
const Off = ({ entry }: { entry: CalendarDay }) => {
  const t = useTranslations('officeEvents')
  const format = useFormat()
  const words = useFailureText()
  const restore = useWrite('terms-restoreDate', touched)
  const open = useWrite('terms-openDay', touched)
  const error = restore.error ?? open.error
  const { sessionDateId } = entry
  const may = useMay()
  const done = () => toast(t('dayRestored', { day: format.day(entry.onDay, 'weekday') }))
  return (
    <>
      <Notice
        tone="warn"
        title={t(entry.kind === 'closure' ? 'closed' : 'cancelled')}
        action={
          may('terms-openDay') !== true ? undefined : entry.kind === 'closure' ? (
            <Button
              size="small"
              pending={open.isPending}
              onClick={() => open.start({ termId: entry.termId, onDay: entry.onDay }, done)}
            >
              {t('reopen')}
            </Button>
          ) : (
            sessionDateId && (
              <Button
                size="small"
                pending={restore.isPending}
                onClick={() => restore.start({ sessionDateId, tell: true }, done)}
              >
                {t('restore')}
              </Button>
            )
          )
        }
      >
        {entry.note}
      </Notice>
      {error !== null && (
        <Notice alert tone="danger">
          {words(error)}
        </Notice>
      )}
    </>
  )
}

type OfficeDayProps = {
  day: string
  entries: readonly CalendarDay[]
  events: readonly EventRow[]
  onEvent: (id: string) => void
  onCreate: () => void
  onClose: () => void
}

/** One day: its events, its lessons, and whether there is school at all. */
export const OfficeDay = ({ day, entries, events, onEvent, onCreate, onClose }: OfficeDayProps) => {
  const t = useTranslations('officeEvents')
  const format = useFormat()
  const text = useEventText()
  const [isClosing, setClosing] = useState(false)
  const meetings = useReadLater('events-meetings', { from: day, to: day })
  const off = entries.find(entry => entry.kind === 'closure' || entry.status === 'cancelled')
  const session = entries.find(({ kind, status }) => kind === 'session' && status !== 'cancelled')
  const may = useMay()
  const mayCancel =
    may('terms-cancelDate') === true &&
    session?.status !== undefined &&
    session.status !== null &&
    sessionDateMoves[session.status].includes('cancelled')
  return (
    <>
      <SidePanel
        open
        onClose={onClose}
        title={format.day(day, 'long')}
        actions={
          <>
            {mayCancel && !off && (
              <Button icon={CalendarOff} onClick={() => setClosing(true)}>
                {t('cancelDay')}
              </Button>
            )}
            {may('events-create') === true && (
              <Button variant="primary" icon={Plus} onClick={onCreate}>
                {t('createOnDay')}
              </Button>
            )}
          </>
        }
      >
        <div className="grid gap-6">
          {off && <Off entry={off} />}
          {events.length > 0 && (
            <Part title={t('eventsThatDay')}>
              <ul className="grid">
                {events.map(event => (
                  <li key={event.id}>
                    <button
                      type="button"
                      onClick={() => onEvent(event.id)}
                      className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center gap-3 rounded-md px-2 py-1.5 text-start text-sm hover:bg-sunken"
                    >
                      <span className="w-34 shrink-0 text-ink-2 tabular-nums">{text.hours(event)}</span>
                      <span className="min-w-0 flex-1 font-semibold">
                        <Named of={{ name: event.title, nativeName: event.nativeTitle }} />
                      </span>
                      <OfficeState state={event.state} />
                    </button>
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {session && (
            <Part title={t('lessonsThatDay')}>
              <Later of={meetings}>{found => <Lessons meetings={found} />}</Later>
            </Part>
          )}
          {!session && !off && events.length === 0 && <p className="text-sm text-ink-2">{t('noClassesThatDay')}</p>}
        </div>
      </SidePanel>
      {isClosing && session?.sessionDateId && (
        <OfficeCloseDay
          day={day}
          termId={session.termId}
          sessionDateId={session.sessionDateId}
          onClose={() => setClosing(false)}
        />
      )}
    </>
  )
}
