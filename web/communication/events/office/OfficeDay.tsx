import { CalendarOff, Plus } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { sessionDateMoves } from '#contract/school/terms.moves.plain.ts'
import { isDayOff, isTermOver } from '#contract/school/terms.plain.ts'
import type { CalendarDay, CalendarMeeting, EventRow } from '#contract/communication/events.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { Name, Named, useFirstName, useTeachersText } from '#web/words/Name.tsx'
import { useMay } from '#web/session/may.ts'
import { Part } from '#web/records/record.tsx'
import { OfficeState } from '#web/communication/events/office/OfficeState.tsx'
import { useOwnText } from '#web/words/ownText.ts'
import { useEventText } from '#web/communication/events/useEventText.ts'
import { Button } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Badge, Chip } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type LessonsProps = {
  meetings: readonly CalendarMeeting[]
  /** Cancels the lesson of one class, if that is possible. */
  onCallOff: ((sectionId: string) => void) | undefined
}

const Lessons = ({ meetings, onCallOff }: LessonsProps) => {
  const t = useTranslations('officeEvents')
  const teachersText = useTeachersText()
  const names = useFirstName()
  const format = useFormat()
  if (meetings.length === 0) return <p className="text-sm text-ink-2">{t('noClassesThatDay')}</p>
  return (
    <ul className="grid text-sm">
      {meetings.map(meeting => (
        <li key={meeting.sectionId} className="flex gap-3 border-b border-line py-2 last:border-0">
          <span className="w-34 shrink-0 tabular-nums text-ink-2">
            {format.time(meeting.startsAt)}–{format.time(meeting.endsAt)}
          </span>
          <span className="min-w-0 flex-1">
            <Chip crayon={meeting.crayon}>
              <Name {...meeting} />
            </Chip>
            <span className="mt-0.5 block text-ink-2">
              {[meeting.room, teachersText(meeting)].filter(Boolean).join(' · ')}
            </span>
          </span>
          {meeting.isCancelled ? (
            <Badge tone="bad">{t('cancelled')}</Badge>
          ) : (
            onCallOff &&
            !meeting.isRollTaken && (
              <Button
                size="small"
                variant="quiet"
                aria-label={t('callOffLesson', { name: names(meeting) })}
                onClick={() => onCallOff(meeting.sectionId)}
              >
                {t('callOff')}
              </Button>
            )
          )}
        </li>
      ))}
    </ul>
  )
}

/** A no-school day, the reason, and a button to undo it unless its term is over. */
const Closed = ({ entry, isOver }: { entry: CalendarDay; isOver: boolean }) => {
  const t = useTranslations('officeEvents')
  const own = useOwnText()
  const format = useFormat()
  const failureText = useFailureText()
  const open = useWrite('terms-openDay')
  const may = useMay()
  return (
    <>
      <Notice
        tone="warn"
        title={t('closed')}
        action={
          !isOver && may('terms-openDay') === true ? (
            <Button
              size="small"
              pending={open.isPending}
              onClick={() =>
                open.start({ termId: entry.termId, onDay: entry.onDay }, () =>
                  toast(t('dayRestored', { day: format.day(entry.onDay, 'weekday') })),
                )
              }
            >
              {t('reopen')}
            </Button>
          ) : undefined
        }
      >
        {own(entry.note, entry.nativeNote)}
      </Notice>
      {open.error !== null && (
        <Notice alert tone="danger">
          {failureText(open.error)}
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
  /** Cancels a school day, or one class's lesson on it. */
  onCallOff: (day: { sessionDateId: string; sectionId: string | null }) => void
  /** Renders the cancellations of a school day, and whether its term is over. */
  calledOff: (sessionDateId: string, isOver: boolean) => ReactNode
  onClose: () => void
}

/** One day: its events, its lessons, and whether it is a school day. */
export const OfficeDay = ({
  day,
  entries,
  events,
  onEvent,
  onCreate,
  onCallOff,
  calledOff,
  onClose,
}: OfficeDayProps) => {
  const t = useTranslations('officeEvents')
  const format = useFormat()
  const text = useEventText()
  const meetings = useReadLater('events-meetings', { from: day, to: day })
  const closure = entries.find(({ kind }) => kind === 'closure')
  const days = entries.filter(({ sessionDateId }) => sessionDateId !== null)
  const terms = useReadLater('terms-list', {}).data
  // As long as it isn't known, nothing is offered that a term that is over would refuse.
  const isOver = ({ termId }: CalendarDay): boolean => {
    const term = terms?.find(({ id }) => id === termId)
    return !term || isTermOver(term.status)
  }
  const session = entries.find(({ kind, status }) => kind === 'session' && !isDayOff(status ?? ''))
  const may = useMay()
  const mayCallOff = session !== undefined && !isOver(session) && may('cancellations-cancelDay') === true
  const mayCancel = mayCallOff && session.status !== null && sessionDateMoves[session.status].includes('cancelled')
  return (
    <>
      <SidePanel
        open
        onClose={onClose}
        title={format.day(day, 'long')}
        actions={
          <>
            {mayCancel && session.sessionDateId && (
              <Button
                icon={CalendarOff}
                onClick={() => onCallOff({ sessionDateId: session.sessionDateId!, sectionId: null })}
              >
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
          {closure && <Closed entry={closure} isOver={isOver(closure)} />}
          {days.map(entry => (
            <Fragment key={entry.sessionDateId}>{calledOff(entry.sessionDateId!, isOver(entry))}</Fragment>
          ))}
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
                        <Named names={{ name: event.title, nativeName: event.nativeTitle }} />
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
              <Later read={meetings}>
                {found => (
                  <Lessons
                    meetings={found}
                    onCallOff={
                      mayCallOff && session.sessionDateId
                        ? sectionId => onCallOff({ sessionDateId: session.sessionDateId!, sectionId })
                        : undefined
                    }
                  />
                )}
              </Later>
            </Part>
          )}
          {!session && !closure && days.length === 0 && events.length === 0 && (
            <p className="text-sm text-ink-2">{t('noClassesThatDay')}</p>
          )}
        </div>
      </SidePanel>
    </>
  )
}
