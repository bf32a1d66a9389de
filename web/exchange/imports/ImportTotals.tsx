import { useTranslations } from 'use-intl'
import type { Import } from '#contract/exchange/imports.ts'
import { classes } from '#web/ui/classes.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { landedOf } from './ImportList.tsx'

/** The totals of a sheet: its rows, the people in them, and the cells that weren't used. */
export const ImportTotals = ({ run }: { run: Import }) => {
  const t = useTranslations('imports.totals')
  const format = useFormat()
  const { all } = landedOf(run.counts)
  const fresh = (n: number) => (n > 0 ? t('new', { n: format.number(n) }) : null)
  const { changed, doubtful, rejected, skipped } = run.counts
  const tiles = [
    { key: 'rows', n: all },
    { key: 'families', n: run.families, hint: fresh(run.newFamilies) },
    { key: 'children', n: run.children, hint: fresh(run.newChildren) },
    { key: 'guardians', n: run.guardians, hint: fresh(run.newGuardians) },
    { key: 'changed', n: changed },
    ...(doubtful > 0 ? [{ key: 'waiting' as const, n: doubtful, isWarning: true }] : []),
    { key: 'out', n: rejected + skipped, isWarning: rejected > 0 },
    ...(run.cells === null
      ? []
      : [{ key: 'cells' as const, n: run.cells.unused, hint: t('ofCells', { n: format.number(run.cells.all) }) }]),
  ] as const
  return (
    <dl
      aria-label={t('label')}
      className="mb-5 flex flex-wrap gap-x-8 gap-y-4 rounded-lg border border-line bg-surface px-4 py-3"
    >
      {tiles.map(({ key, n, ...rest }) => (
        <div key={key}>
          <dt className="text-sm text-ink-2">{t(key)}</dt>
          <dd>
            <span
              className={classes(
                'display text-xl tabular-nums',
                'isWarning' in rest && rest.isWarning && 'text-marigold-ink',
              )}
            >
              {format.number(n)}
            </span>
            {'hint' in rest && rest.hint && <span className="block text-xs text-ink-2">{rest.hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
