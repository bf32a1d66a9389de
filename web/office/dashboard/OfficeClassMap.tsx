import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { Link } from '#web/routing/link.tsx'
import { Named, useNames } from '#web/words/Name.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { classes } from '#web/ui/classes.ts'
import { Card } from '#web/ui/Page.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { searchWith, useUrlState } from '#web/routing/urlState.ts'

type ClassFill = Output<'dashboard-figures'>['classes'][number]

/** From few to all seats taken; the number and the text are beside the color. */
const looks = {
  below: 'bg-marigold-soft text-marigold-ink border-marigold-soft',
  low: 'bg-surface text-ink border-line-strong',
  middle: 'bg-sunken text-ink border-sunken',
  high: 'bg-primary-soft text-primary-ink border-primary-soft',
  full: 'bg-primary text-on-primary border-primary',
} as const
type Level = keyof typeof looks
const levels = ['low', 'middle', 'high', 'full', 'below'] as const

const levelOf = ({ enrolled, capacity, minimum }: ClassFill): Level => {
  if (enrolled < minimum) return 'below'
  const share = enrolled / capacity
  return share >= 1 ? 'full' : share >= 0.8 ? 'high' : share > 0.5 ? 'middle' : 'low'
}

/** A class with how full it is, in numbers and as a filled background. */
const Tile = ({ fill }: { fill: ClassFill }) => {
  const t = useTranslations('officeDashboard')
  const format = useFormat()
  const level = levelOf(fill)
  return (
    <Link
      to="/admindashboard"
      search={searchWith({ show: 'class', class: fill.id })}
      resetScroll={false}
      className={classes(
        '[print-color-adjust:exact] flex min-h-12 flex-col justify-between rounded-md border px-2 py-1 text-sm hover:opacity-85',
        looks[level],
      )}
    >
      <span className="truncate font-medium">
        <Named names={fill} quiet="" />
      </span>
      <span className="flex items-baseline justify-between gap-2 text-xs tabular-nums">
        <span>
          {t('seatsOf', { enrolled: format.number(fill.enrolled), capacity: format.number(fill.capacity) })}
          <span className="sr-only"> · {t(`levels.${level}`)}</span>
        </span>
        {fill.waiting > 0 && (
          <span className="font-semibold">{t('waitingShort', { n: format.number(fill.waiting) })}</span>
        )}
      </span>
    </Link>
  )
}

/** How full several classes are in total. */
const Sum = ({ fills }: { fills: readonly ClassFill[] }) => {
  const t = useTranslations('officeDashboard')
  const format = useFormat()
  const sum = (key: 'enrolled' | 'capacity' | 'waiting') => fills.reduce((all, each) => all + each[key], 0)
  const waiting = sum('waiting')
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-ink-2 tabular-nums">
      <span className="display text-lg text-ink">{format.percent(sum('enrolled') / sum('capacity'))}</span>
      <span>
        {t('seatsOf', { enrolled: format.number(sum('enrolled')), capacity: format.number(sum('capacity')) })}
      </span>
      {waiting > 0 && (
        <span className="font-semibold text-marigold-ink">{t('waitingShort', { n: format.number(waiting) })}</span>
      )}
    </p>
  )
}

type Axis = { key: string; title: string }

/** Days and times against programmes or rooms: how full each is, who waits, and each class with a link. */
export const OfficeClassMap = ({ sections }: { sections: readonly ClassFill[] }) => {
  const t = useTranslations('officeDashboard')
  const names = useNames()
  const format = useFormat()
  const [url, change] = useUrlState()
  const isByRoom = url['map'] === 'room'
  const slotOf = ({ weekday, startsAt, endsAt }: ClassFill) => `${weekday} ${startsAt} ${endsAt}`
  const otherOf = ({ programme, room }: ClassFill) => (isByRoom ? room : programme)
  const slots: Axis[] = [...new Map(sections.map(each => [slotOf(each), each]))]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([key, { weekday, startsAt, endsAt }]) => ({
      key,
      title: `${format.weekday(weekday)} ${format.time(startsAt)}–${format.time(endsAt)}`,
    }))
  const others: Axis[] = [...new Map(sections.map(each => [otherOf(each), each]))]
    .sort(([a, one], [b, other]) =>
      isByRoom
        ? a.localeCompare(b, undefined, { numeric: true })
        : slotOf(one).localeCompare(slotOf(other)) || a.localeCompare(b),
    )
    .map(([key, { programme, programmeNativeName }]) => ({
      key,
      title: isByRoom ? key || t('noRoom') : names({ name: programme, nativeName: programmeNativeName }).first,
    }))
  // Rooms are many, so they are rows; programmes are few, so they are columns.
  const [down, across] = isByRoom ? [others, slots] : [slots, others]
  const inCell = (row: Axis, column: Axis) => {
    const [slot, other] = isByRoom ? [column, row] : [row, column]
    return sections.filter(each => slotOf(each) === slot.key && otherOf(each) === other.key)
  }
  // The width of a column depends on the most classes side by side in it.
  const weightOf = (column: Axis) => Math.sqrt(Math.max(...down.map(row => inCell(row, column).length)))
  const weights = across.reduce((sum, column) => sum + weightOf(column), 0)
  return (
    <Card
      title={t('classesTitle')}
      aside={
        <Segmented
          label={t('mapBy')}
          options={[
            { value: 'programme', label: t('mapProgramme') },
            { value: 'room', label: t('mapRoom') },
          ]}
          value={isByRoom ? 'room' : 'programme'}
          onChange={value => change({ map: value === 'room' ? 'room' : undefined }, { replace: true })}
        />
      }
    >
      <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
        {levels.map(level => (
          <li key={level} className="flex items-center gap-1.5">
            <span
              aria-hidden
              className={classes('[print-color-adjust:exact] size-3 rounded-sm border', looks[level])}
            />
            {t(`levels.${level}`)}
          </li>
        ))}
      </ul>
      <div tabIndex={0} role="region" aria-label={t('classesTitle')} className="relative -mx-1 overflow-x-auto px-1">
        <table className="w-full border-separate border-spacing-0 text-start">
          <thead>
            <tr>
              <td />
              {across.map(column => (
                <th
                  key={column.key}
                  scope="col"
                  style={{ inlineSize: `${((weightOf(column) / weights) * 100).toFixed(1)}%` }}
                  className="min-w-40 px-2 pb-2 text-start align-bottom text-sm font-semibold"
                >
                  {column.title}
                  <Sum fills={sections.filter(each => (isByRoom ? slotOf(each) : otherOf(each)) === column.key)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {down.map(row => (
              <tr key={row.key}>
                <th
                  scope="row"
                  className="sticky start-0 z-1 min-w-28 border-t border-line bg-surface py-2 pe-3 text-start align-top text-sm font-semibold tabular-nums"
                >
                  {row.title}
                  {!isByRoom && <Sum fills={sections.filter(each => slotOf(each) === row.key)} />}
                </th>
                {across.map(column => {
                  const own = inCell(row, column)
                  return (
                    <td key={column.key} className="border-t border-line px-2 py-2 align-top">
                      {own.length === 0 ? (
                        <span className="text-xs text-ink-2">{isByRoom ? t('roomFree') : '–'}</span>
                      ) : (
                        <ul
                          className={classes(
                            'grid gap-1',
                            isByRoom ? 'max-w-56' : 'grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]',
                          )}
                        >
                          {own.map(each => (
                            <li key={each.id} className="min-w-0">
                              <Tile fill={each} />
                            </li>
                          ))}
                        </ul>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
