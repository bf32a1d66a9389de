import { useTranslations } from 'use-intl'
import type { DayEntry } from '#web/slices/terms/officeCalendar.ts'
import { classes } from '#web/ui/classes.ts'
import { Badge } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/useFormat.ts'

type OfficeAgendaProps = {
  entries: readonly DayEntry[]
  today: string
  countOn: (day: string) => number
  onOpen: (day: string) => void
}

/** Lessons and closed days one after the other, month by month. */
export const OfficeAgenda = ({ entries, today, countOn, onOpen }: OfficeAgendaProps) => {
  const t = useTranslations('adminEvent')
  const format = useFormat()
  const months = [...new Set(entries.map(entry => entry.onDay.slice(0, 7)))]
  const next = entries.find(entry => entry.onDay >= today)
  return (
    <div className="grid gap-6">
      {months.map(month => (
        <section key={month} aria-label={format.day(`${month}-01`, 'month')}>
          <h2 className="mb-2 text-lg">{format.day(`${month}-01`, 'month')}</h2>
          <ul className="margin-line grid ps-3">
            {entries
              .filter(entry => entry.onDay.startsWith(month))
              .map(entry => (
                <li key={`${entry.onDay}${entry.kind}`}>
                  <button
                    type="button"
                    onClick={() => onOpen(entry.onDay)}
                    className={classes(
                      'flex min-h-14 w-full items-center gap-3 rounded-md px-2 py-1.5 text-start text-sm hover:bg-sunken',
                      entry.onDay < today && 'text-ink-2',
                    )}
                  >
                    <span className="w-24 shrink-0 font-semibold tabular-nums">
                      {format.day(entry.onDay, 'weekday')}
                    </span>
                    <span className="min-w-0 flex-1">
                      {entry.kind === 'session'
                        ? t('lessonClasses', { number: String(entry.lesson), n: countOn(entry.onDay) })
                        : entry.note || t('cancelled')}
                    </span>
                    {entry.kind === 'closure' && <Badge tone="event">{t('closed')}</Badge>}
                    {entry.kind === 'cancelled' && <Badge tone="warn">{t('cancelled')}</Badge>}
                    {entry === next && entry.kind === 'session' && <Badge tone="good">{t('upNext')}</Badge>}
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
