import { useTranslations } from 'use-intl'
import type { FigureKey } from '#contract/office/dashboard.ts'
import type { Output } from '#contract/index.ts'
import { useMay } from '#web/session/may.ts'
import { Link, textLink } from '#web/routing/link.tsx'
import { useNames } from '#web/words/Name.tsx'
import { classes } from '#web/ui/classes.ts'
import { Card } from '#web/ui/Page.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { searchWith } from '#web/routing/urlState.ts'

type Figures = Output<'dashboard-figures'>
type Figure = Figures['figures'][number]
const isMoney = (key: FigureKey): boolean => key === 'charged' || key === 'paid' || key === 'owed'

/** The difference from the previous term. */
const Change = ({ figure, before }: { figure: Figure; before: string }) => {
  const t = useTranslations('officeDashboard')
  const format = useFormat()
  if (figure.before === null) return null
  const by = figure.now - figure.before
  const amount = isMoney(figure.key) ? format.money(Math.abs(by)) : format.number(Math.abs(by))
  return (
    <span className="text-xs text-ink-2">
      {by === 0
        ? t('same', { term: before })
        : t('than', { change: t(by > 0 ? 'more' : 'less', { n: amount }), term: before })}
    </span>
  )
}

type LinkProps = { figure: Figure; big?: boolean; termId?: string | undefined }

/** A number that links to its list. */
const Number = ({ figure, big = false, termId }: LinkProps) => {
  const may = useMay()
  const t = useTranslations('officeDashboard')
  const format = useFormat()
  const text = isMoney(figure.key) ? format.money(figure.now) : format.number(figure.now)
  // The waitlist has a list of its own, with the classes.
  if (figure.key === 'waiting' && termId !== undefined && may('enrolments-waitlist') !== false)
    return (
      <Link
        to="/adminstudent"
        search={{ view: 'waiting', term: termId }}
        aria-label={format.labelled(t('figure.waiting', { term: '' }), text)}
        className={classes('tabular-nums font-semibold', textLink)}
      >
        {text}
      </Link>
    )
  return (
    <Link
      to="/admindashboard"
      search={searchWith({ show: figure.key })}
      resetScroll={false}
      aria-label={format.labelled(t(`figure.${figure.key}`, { term: '' }), text)}
      className={classes(
        'tabular-nums wrap-anywhere',
        big ? 'display -mx-1 rounded-sm px-1 text-3xl hover:underline' : classes('font-semibold', textLink),
      )}
    >
      {text}
    </Link>
  )
}

const Group = ({
  title,
  main,
  beside,
  bar,
  hint,
  lines,
  before,
  termId,
}: {
  title: string
  main: Figure
  beside: string
  bar?: { value: number; max: number }
  hint?: string
  lines: readonly Figure[]
  before: string | null
  termId?: string | undefined
}) => {
  const t = useTranslations('officeDashboard')
  return (
    <Card title={title}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Number figure={main} big />
        <span className="text-sm text-ink-2">{beside}</span>
      </p>
      {before !== null && main.before !== null && (
        <p className="mt-0.5">
          <Change figure={main} before={before} />
        </p>
      )}
      {bar && (
        <div className="mt-3">
          <Progress label={title} max={bar.max} value={Math.min(bar.value, bar.max)} />
        </div>
      )}
      {hint && <p className="mt-2 text-xs text-ink-2">{hint}</p>}
      <dl className="mt-3 divide-y divide-line border-t border-line text-sm">
        {lines.map(figure => (
          <div key={figure.key} className="flex min-h-10 items-center justify-between gap-3 py-1">
            <dt className="min-w-0 text-ink-2">{t(`figure.${figure.key}`, { term: before ?? '' })}</dt>
            <dd className="flex shrink-0 flex-wrap items-baseline justify-end gap-x-2">
              {before !== null && figure.before !== null && figure.key !== 'gone' && (
                <span className="max-lg:hidden">
                  <Change figure={figure} before={before} />
                </span>
              )}
              <Number figure={figure} termId={termId} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** The figures of a term beside those of the previous term; each opens the list that it counts. */
export const OfficeFigures = ({ figures }: { figures: Figures }) => {
  const t = useTranslations('officeDashboard')
  const format = useFormat()
  const names = useNames()
  const figure = (key: FigureKey): Figure | undefined => figures.figures.find(each => each.key === key)
  const present = (...keys: FigureKey[]): Figure[] => keys.flatMap(key => figure(key) ?? [])
  const before = figures.before ? names(figures.before).first : null
  const capacity = figures.classes.reduce((sum, each) => sum + each.capacity, 0)
  const [students, places, paid, charged, held] = (['students', 'places', 'paid', 'charged', 'held'] as const).map(
    figure,
  )
  return (
    <section aria-label={t('figures')} className="grid items-start gap-4 md:grid-cols-3 xl:grid-cols-1">
      {students && (
        <Group
          title={t('group.students')}
          main={students}
          beside={t('studentsIn', { n: figures.classes.length })}
          lines={present('families', ...(before === null ? [] : (['returning', 'newcomers', 'gone'] as const)))}
          before={before}
        />
      )}
      {places && (
        <Group
          title={t('group.seats')}
          main={places}
          beside={t('ofPlaces', { n: format.number(capacity) })}
          bar={{ value: places.now, max: capacity }}
          lines={present('openings', 'waiting', ...(held && held.now > 0 ? (['held'] as const) : []))}
          before={before}
          termId={figures.term?.id}
        />
      )}
      {paid && charged && (
        <Group
          title={t('group.money')}
          main={paid}
          beside={t('ofCharged', { amount: format.money(charged.now) })}
          bar={{ value: paid.now, max: charged.now }}
          hint={t('creditApart')}
          lines={present('charged', 'owed', 'unpaid')}
          before={before}
        />
      )}
    </section>
  )
}
