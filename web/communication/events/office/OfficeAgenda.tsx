import { useTranslations } from 'use-intl'
import type { CalendarDay, EventRow } from '#contract/communication/events.ts'
import { Named } from '#web/words/Name.tsx'
import { OfficeState } from '#web/communication/events/office/OfficeState.tsx'
import { useOwnText } from '#web/words/ownText.ts'
import { useEventText } from '#web/communication/events/useEventText.ts'
import { classes } from '#web/ui/classes.ts'
import { Badge } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type OfficeAgendaProps = {
  events: readonly EventRow[]
  days: readonly CalendarDay[]
  today: string
  onDay: (day: string) => void
  onEvent: (id: string) => void
}

const row =
  'flex min-h-14 w-full items-center gap-3 flex-wrap rounded-md px-2 py-1.5 text-start text-sm hover:bg-sunken'

/** A month's events, lessons and no-school days in one list. */
export const OfficeAgenda = ({ events, days, today, onDay, onEvent }: OfficeAgendaProps) => {
  const t = useTranslations('officeEvents')
  const format = useFormat()
  const text = useEventText()
  const own = useOwnText()
  const entries = [
    ...days.map(day => ({ key: `${day.kind}${day.onDay}`, on: day.onDay, day, event: null })),
    ...events.map(event => ({ key: event.id, on: event.startsOn, day: null, event })),
  ].sort((a, b) => a.on.localeCompare(b.on))
  if (entries.length === 0) return <p className="py-4 text-ink-2">{t('emptyMonth')}</p>
  return (
    <ul className="margin-line grid ps-3">
      {entries.map(({ key, on, day, event }) => (
        <li key={key}>
          <button
            type="button"
            onClick={() => (event ? onEvent(event.id) : onDay(on))}
            className={classes(row, on < today && 'text-ink-2')}
          >
            <span className="w-24 shrink-0 font-semibold tabular-nums">{format.day(on, 'weekday')}</span>
            <span className="min-w-0 flex-1">
              {event ? (
                <>
                  <span className="block font-semibold">
                    <Named names={{ name: event.title, nativeName: event.nativeTitle }} />
                  </span>
                  <span className="block text-ink-2">{text.hours(event)}</span>
                </>
              ) : day.kind === 'session' && day.status !== 'cancelled' ? (
                day.lesson > 0 ? (
                  t('lesson', { number: String(day.lesson) })
                ) : (
                  t('madeUp')
                )
              ) : (
                own(day.note, day.nativeNote)
              )}
            </span>
            {event && <OfficeState state={event.state} />}
            {day?.kind === 'closure' && <Badge tone="event">{t('closed')}</Badge>}
            {day?.status === 'cancelled' && <Badge tone="bad">{t('cancelled')}</Badge>}
          </button>
        </li>
      ))}
    </ul>
  )
}
