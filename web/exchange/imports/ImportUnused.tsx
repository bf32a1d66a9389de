import { useTranslations } from 'use-intl'
import type { Import } from '#contract/exchange/imports.ts'
import { Status } from '#web/ui/Marks.tsx'
import { Table } from '#web/ui/Table.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Cells = Pick<Import['unused'][number], 'n' | 'cells'>
const shownAtFirst = 4

const CellList = ({ cells }: Pick<Cells, 'cells'>) => {
  const t = useTranslations('imports.unused')
  return (
    <ul className="text-sm">
      {cells.map((cell, index) => (
        <li key={index} className="wrap-anywhere">
          {t('at', { n: String(cell.n), text: cell.text })}
        </li>
      ))}
    </ul>
  )
}

/** The first cells of a group; the others, as far as they were kept, are behind their number. */
const Examples = ({ n, cells }: Cells) => {
  const t = useTranslations('imports')
  const first = cells.slice(0, shownAtFirst)
  const others = cells.slice(shownAtFirst)
  const rest = t('more', { n: n - first.length })
  return (
    <>
      <CellList cells={first} />
      {others.length > 0 ? (
        <details>
          <summary className="cursor-pointer text-sm text-ink-2">{rest}</summary>
          <CellList cells={others} />
        </details>
      ) : (
        n > first.length && first.length > 0 && <p className="text-sm text-ink-2">{rest}</p>
      )}
    </>
  )
}

/** The cells that no record uses, by column and reason, and the totals of all cells. */
export const ImportUnused = ({ run }: { run: Import }) => {
  const t = useTranslations('imports')
  const format = useFormat()
  if (run.cells === null) return <p className="text-ink-2">{t('unused.old')}</p>
  const nameOf = (column: number | null) =>
    column === null ? t('unused.titles') : run.columns[column]?.header || t('noHeading', { n: String(column + 1) })
  return (
    <>
      <p className="mb-4 max-w-[66ch] text-ink-2">{t('unused.sum', run.cells)}</p>
      {run.unused.length === 0 ? (
        <p>{t('unused.none')}</p>
      ) : (
        <Table
          caption={t('unused.caption')}
          rows={run.unused}
          rowKey={({ column, reason }) => `${column} ${reason}`}
          rowLabel={({ column }) => nameOf(column)}
          columns={[
            {
              key: 'column',
              header: t('column'),
              width: '22%',
              cell: ({ column }) => <span className="line-clamp-3 break-words">{nameOf(column)}</span>,
            },
            {
              key: 'why',
              header: t('unused.why'),
              width: '24%',
              cell: ({ reason }) => (
                <Status tone={reason === 'column' || reason === 'title' ? 'neutral' : 'warn'}>
                  {t(`unused.reason.${reason}`)}
                </Status>
              ),
            },
            { key: 'n', header: t('unused.n'), align: 'end', cell: ({ n }) => format.number(n) },
            {
              key: 'cells',
              header: t('unused.cells'),
              cell: ({ n, cells }) => <Examples n={n} cells={cells} />,
            },
          ]}
        />
      )}
    </>
  )
}
