import { useTranslations } from 'use-intl'
import type { GradeBook } from '#contract/teaching/grades.ts'
import { usePercentText, useStepText } from '#web/teaching/grades/results.tsx'
import type { ShownRow } from '#web/teaching/grades/useGrid.ts'
import { Card } from '#web/ui/Page.tsx'

const Bar = ({ label, count, most }: { label: string; count: number; most: number }) => {
  const t = useTranslations('gradeBook')
  return (
    <li className="grid grid-cols-[minmax(2.5rem,auto)_1fr_auto] items-center gap-3 text-sm">
      <span className="font-semibold">{label}</span>
      <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
        <span
          className="block h-full rounded-full bg-primary forced-color-adjust-none"
          style={{ width: `${most === 0 ? 0 : (count / most) * 100}%` }}
        />
      </span>
      <span className="text-ink-2 tabular-nums">{t('count', { n: count })}</span>
    </li>
  )
}

/** The distribution of results, with average, minimum and maximum. */
export const Distribution = ({ book, rows }: { book: GradeBook; rows: readonly ShownRow[] }) => {
  const t = useTranslations('gradeBook')
  const stepText = useStepText()
  const percentText = usePercentText()
  const enrolled = rows.filter(({ isEnrolled }) => isEnrolled)
  const percents = enrolled.flatMap(({ percent }) => percent ?? [])
  const steps = book.scale?.steps ?? []
  const counts = steps.map(step => enrolled.filter(row => row.step?.fromPercent === step.fromPercent).length)
  const without = enrolled.length - percents.length
  const most = Math.max(without, ...counts)
  const figures = percents.length > 0 && [
    { key: 'mean', value: percents.reduce((sum, each) => sum + each, 0) / percents.length } as const,
    { key: 'highest', value: Math.max(...percents) } as const,
    { key: 'lowest', value: Math.min(...percents) } as const,
  ]
  return (
    <Card title={t('distribution')} className="max-w-2xl">
      <p className="-mt-2 mb-4 text-sm text-ink-2">{t('overallHint')}</p>
      {!figures ? (
        <p className="text-sm text-ink-2">{t('distributionNone')}</p>
      ) : (
        <div className="grid gap-5">
          <dl className="flex flex-wrap gap-x-8 gap-y-2">
            {figures.map(({ key, value }) => (
              <div key={key}>
                <dt className="text-xs text-ink-2">{t(key)}</dt>
                <dd className="display text-xl tabular-nums">{percentText(value)}</dd>
              </div>
            ))}
          </dl>
          {steps.length > 0 && (
            <ul className="grid gap-2">
              {steps.map((step, index) => (
                <Bar key={step.fromPercent} label={stepText(step)} count={counts[index] ?? 0} most={most} />
              ))}
              {without > 0 && <Bar label={t('noResult')} count={without} most={most} />}
            </ul>
          )}
        </div>
      )}
    </Card>
  )
}
