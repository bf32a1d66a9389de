import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { Link } from '#web/link.tsx'
import { Named, useNames } from '#web/Name.tsx'
import { classes } from '#web/ui/classes.ts'
import { Card } from '#web/ui/Page.tsx'
import { useFormat } from '#web/useFormat.ts'
import { searchWith } from '#web/urlState.ts'

type ClassFill = Output<'dashboard-figures'>['classes'][number]

/** From few to all seats taken; the word stands beside the colour. */
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

const Cell = ({ of }: { of: ClassFill }) => {
  const t = useTranslations('officeDashboard')
  const format = useFormat()
  const level = levelOf(of)
  return (
    <li>
      <Link
        to="/admindashboard"
        search={searchWith({ show: 'class', class: of.id })}
        resetScroll={false}
        className={classes(
          '[print-color-adjust:exact] flex min-h-14 flex-col justify-between rounded-md border px-2.5 py-1.5 text-sm hover:opacity-85',
          looks[level],
        )}
      >
        <span className="truncate font-medium">
          <Named of={of} quiet="" />
        </span>
        <span className="flex items-baseline justify-between gap-2 text-xs tabular-nums">
          <span>
            {t('seatsOf', { enrolled: format.number(of.enrolled), capacity: format.number(of.capacity) })}
            <span className="sr-only"> · {t(`levels.${level}`)}</span>
          </span>
          {of.waiting > 0 && (
            <span className="font-semibold">{t('waitingShort', { n: format.number(of.waiting) })}</span>
          )}
        </span>
      </Link>
    </li>
  )
}

/** Every class of a term, the darker the fuller; each opens its students. */
export const OfficeClassMap = ({ sections }: { sections: readonly ClassFill[] }) => {
  const t = useTranslations('officeDashboard')
  const names = useNames()
  const format = useFormat()
  const groups = [...Map.groupBy(sections, each => `${each.weekday} ${each.startsAt} ${each.programme}`).values()]
  return (
    <Card
      title={t('classesTitle')}
      aside={<span className="text-sm text-ink-2">{t('classCount', { n: sections.length })}</span>}
    >
      <ul className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
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
      <div className="grid gap-4">
        {groups.map(group => {
          const [first] = group
          const title = `${names({ name: first!.programme, nativeName: first!.programmeNativeName }).first} · ${format.weekday(first!.weekday)} ${format.time(first!.startsAt)}`
          return (
            <section key={title} aria-label={title}>
              <h3 className="mb-1.5 text-sm font-semibold text-ink-2">{title}</h3>
              <ul className="grid grid-cols-2 gap-1.5 sm:grid-cols-3 lg:grid-cols-5 xl:grid-cols-7">
                {group.map(each => (
                  <Cell key={each.id} of={each} />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </Card>
  )
}
