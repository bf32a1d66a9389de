import { useTranslations } from 'use-intl'
import type { Section } from '#contract/classes.ts'
import { useNameText } from '#web/Name.tsx'
import { weeksOf, type DayEntry } from '#web/slices/terms/officeCalendar.ts'
import { classes } from '#web/ui/classes.ts'
import { Chip } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/useFormat.ts'

type OfficeMonthProps = {
  month: string
  today: string
  firstWeekday: number
  /** Weekdays with lessons get more room. */
  lessonWeekdays: readonly number[]
  entries: readonly DayEntry[]
  classesOn: (day: string) => readonly Section[]
  onOpen: (day: string) => void
}

const grounds: Record<DayEntry['kind'], string> = {
  session: 'bg-surface hover:bg-sunken',
  cancelled: 'bg-marigold-soft text-marigold-ink',
  closure: 'bg-plum-soft text-plum-ink',
}
const shownClasses = 3

/** How many classes begin at each time of a day. */
const slotsOf = (sections: readonly Section[]): [string, number][] => {
  const slots = new Map<string, number>()
  for (const { startsAt } of sections) slots.set(startsAt, (slots.get(startsAt) ?? 0) + 1)
  return [...slots].sort(([a], [b]) => a.localeCompare(b))
}

/** A month as a grid of weeks: days with lessons name their classes, closed days their reason. */
export const OfficeMonth = ({
  month,
  today,
  firstWeekday,
  lessonWeekdays,
  entries,
  classesOn,
  onOpen,
}: OfficeMonthProps) => {
  const t = useTranslations('adminEvent')
  const format = useFormat()
  const nameText = useNameText()
  const weekdays = Array.from({ length: 7 }, (_, index) => ((firstWeekday - 1 + index) % 7) + 1)
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <table className="w-full table-fixed border-collapse text-sm">
        <caption className="sr-only">{format.day(`${month}-01`, 'month')}</caption>
        <colgroup>
          {weekdays.map(weekday => (
            <col key={weekday} className={lessonWeekdays.includes(weekday) ? 'w-[24%]' : undefined} />
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
                const entry = entries.find(each => each.onDay === day)
                const number = day && (
                  <span
                    className={classes(
                      'inline-grid size-6 place-items-center rounded-full text-xs tabular-nums',
                      day === today ? 'bg-marigold font-bold text-on-marigold' : entry ? 'font-semibold' : 'text-ink-2',
                    )}
                  >
                    {Number(day.slice(8))}
                  </span>
                )
                if (!day || !entry)
                  return (
                    <td
                      key={day ?? `pad${index}`}
                      className={classes('h-24 border border-line p-1 align-top', day ? 'bg-bg' : 'bg-sunken/50')}
                    >
                      {number}
                    </td>
                  )
                const meeting = entry.kind === 'session' ? classesOn(day) : []
                return (
                  <td key={day} className="h-24 border border-line p-0 align-top">
                    <button
                      type="button"
                      onClick={() => onOpen(day)}
                      aria-label={`${format.day(day, 'long')}: ${entry.kind === 'session' ? t('lesson', { number: String(entry.lesson) }) : entry.note || t('cancelled')}`}
                      className={classes(
                        'flex h-full min-h-24 w-full flex-col items-start gap-1 p-1 text-start -outline-offset-2',
                        grounds[entry.kind],
                      )}
                    >
                      <span className="flex w-full items-center justify-between gap-1 pe-1">
                        {number}
                        <span className="truncate text-2xs text-ink-2">
                          {entry.kind === 'session' && t('lesson', { number: String(entry.lesson) })}
                        </span>
                      </span>
                      {entry.kind !== 'session' && (
                        <span className="px-1 text-xs font-semibold">{entry.note || t('cancelled')}</span>
                      )}
                      <span className="grid max-w-full gap-0.5">
                        {meeting.length <= shownClasses
                          ? meeting.map(section => (
                              <Chip key={section.id} crayon={section.crayon}>
                                {nameText(section)}
                              </Chip>
                            ))
                          : slotsOf(meeting).map(([startsAt, count]) => (
                              <span key={startsAt} className="px-1 text-xs">
                                <span className="font-semibold tabular-nums">{format.time(startsAt)}</span>{' '}
                                <span className="text-ink-2">{t('classesAt', { n: count })}</span>
                              </span>
                            ))}
                      </span>
                    </button>
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
