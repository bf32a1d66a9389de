import { useRef, type KeyboardEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { CalendarDay, EventRow } from '#contract/communication/events.ts'
import { isDayOff } from '#contract/school/terms.plain.ts'
import type { Crayon } from '#contract/values.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { isOn, plusDays, weeksOf } from '#web/communication/events/eventDays.ts'
import { useOwnText } from '#web/words/ownText.ts'
import { classes } from '#web/ui/classes.ts'
import { useFormat } from '#web/words/useFormat.ts'

export type Crayons = (event: EventRow) => Crayon

type OfficeMonthProps = {
  month: string
  today: string
  events: readonly EventRow[]
  days: readonly CalendarDay[]
  crayonOf: Crayons
  onDay: (day: string, isEmpty: boolean) => void
  onEvent: (id: string) => void
  /** Called with a day of another month when the keyboard leaves this one. */
  onLeave: (day: string) => void
}

const shown = 3
const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 7, ArrowUp: -7 }

const isOff = ({ kind, status }: CalendarDay): boolean => kind === 'closure' || isDayOff(status ?? '')

const EventChip = ({ event, crayon, onOpen }: { event: EventRow; crayon: Crayon; onOpen: () => void }) => {
  const format = useFormat()
  const name = useFirstName()
  return (
    <button
      type="button"
      data-crayon={crayon}
      onClick={onOpen}
      className={classes(
        'pointer-events-auto relative z-1 flex min-h-6 w-full items-center gap-1 rounded-sm bg-crayon-soft px-1.5 py-0.5 text-start text-2xs font-semibold text-crayon-ink hover:underline',
        event.status === 'draft' && 'border border-dashed border-crayon-ink',
        event.status === 'cancelled' && 'line-through',
      )}
    >
      {event.startTime && <span className="shrink-0 font-normal tabular-nums">{format.time(event.startTime)}</span>}
      <span className="truncate">{name({ name: event.title, nativeName: event.nativeTitle })}</span>
    </button>
  )
}

/** A short note on a day: its lesson and classes, or why there is none. */
const DayNote = ({ entry }: { entry: CalendarDay }) => {
  const t = useTranslations('officeEvents')
  const own = useOwnText()
  const format = useFormat()
  if (isOff(entry))
    return (
      <p className="px-1 text-2xs font-semibold text-danger-ink">
        {t('offBecause', {
          what: entry.kind === 'closure' ? t('closed') : t('cancelled'),
          why: own(entry.note, entry.nativeNote),
        })}
      </p>
    )
  return (
    <ul className="px-1 text-2xs">
      {entry.starts.slice(0, 2).map(({ startsAt, classes: count }) => (
        <li key={startsAt}>
          <span className="font-semibold tabular-nums">{format.time(startsAt)}</span>{' '}
          <span className="text-ink-2">{t('classesAt', { n: count })}</span>
        </li>
      ))}
    </ul>
  )
}

/**
 * A month as a grid of weeks. Arrow keys move between days, and on into the next month; Enter opens one. Events have
 * the crayon of their audience.
 */
export const OfficeMonth = ({ month, today, events, days, crayonOf, onDay, onEvent, onLeave }: OfficeMonthProps) => {
  const t = useTranslations('officeEvents')
  const own = useOwnText()
  const format = useFormat()
  const language = useLocale()
  const table = useRef<HTMLTableElement>(null)
  const firstWeekday = language === 'en' ? 7 : 1
  const weekdays = Array.from({ length: 7 }, (_, index) => ((firstWeekday - 1 + index) % 7) + 1)
  // Weekdays with lessons get more room.
  const busy = new Set(days.map(({ onDay: day }) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7))
  const first = today.startsWith(month) ? today : `${month}-01`
  const move = (event: KeyboardEvent, day: string) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const isSideways = Math.abs(step) === 1
    const turned = isSideways && document.documentElement.dir === 'rtl' ? -step : step
    const next = plusDays(day, turned)
    if (next.startsWith(month)) table.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
    else onLeave(next)
  }
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface print:rounded-none">
      <table ref={table} className="w-full table-fixed border-collapse text-sm">
        <caption className="sr-only">{format.day(`${month}-01`, 'month')}</caption>
        <colgroup>
          {weekdays.map(weekday => (
            <col key={weekday} className={busy.size < 4 && busy.has(weekday) ? 'w-[20%]' : undefined} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {weekdays.map(weekday => (
              <th key={weekday} scope="col" className="h-9 px-2 text-start text-xs font-semibold text-ink-2">
                {format.weekday(weekday, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, firstWeekday).map(week => (
            <tr key={week.find(day => day !== null)}>
              {week.map((day, index) => {
                if (day === null)
                  return <td key={`pad${index}`} className="h-28 border border-line bg-sunken/50" aria-hidden />
                const those = events.filter(event => isOn(event, day))
                const entries = days.filter(({ onDay: other }) => other === day)
                const entry = entries.find(isOff) ?? entries[0]
                const lesson =
                  !entry || isOff(entry)
                    ? ''
                    : entry.lesson > 0
                      ? t('lesson', { number: String(entry.lesson) })
                      : t('madeUp')
                return (
                  <td
                    key={day}
                    className={classes(
                      'relative h-28 border border-line p-1 align-top print:h-24',
                      entry && isOff(entry) ? 'bg-danger-soft' : entry ? 'bg-surface' : 'bg-bg',
                    )}
                  >
                    <button
                      type="button"
                      data-day={day}
                      tabIndex={day === first ? 0 : -1}
                      onKeyDown={event => move(event, day)}
                      onClick={() => onDay(day, !entry && those.length === 0)}
                      aria-label={format.parts([
                        format.day(day, 'long'),
                        entry && isOff(entry) ? own(entry.note, entry.nativeNote) || t('cancelled') : lesson,
                        those.length > 0 ? t('events', { n: those.length }) : '',
                      ])}
                      className="absolute inset-0 -outline-offset-2 hover:bg-sunken/60"
                    />
                    <div className="pointer-events-none relative grid grid-cols-[minmax(0,1fr)] gap-1">
                      <p className="flex items-center justify-between gap-1 pe-1">
                        <span
                          className={classes(
                            'inline-grid size-6 place-items-center rounded-full text-xs tabular-nums',
                            day === today ? 'bg-marigold font-bold text-on-marigold' : 'font-semibold text-ink-2',
                          )}
                        >
                          {Number(day.slice(8))}
                        </span>
                        <span className="truncate text-2xs text-ink-2">{lesson}</span>
                      </p>
                      {entry && <DayNote entry={entry} />}
                      <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
                        {those.slice(0, shown).map(event => (
                          <EventChip
                            key={event.id}
                            event={event}
                            crayon={crayonOf(event)}
                            onOpen={() => onEvent(event.id)}
                          />
                        ))}
                        {those.length > shown && (
                          <p className="px-1 text-2xs text-ink-2">{t('more', { n: those.length - shown })}</p>
                        )}
                      </div>
                    </div>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
