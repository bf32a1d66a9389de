import { useTranslations } from 'use-intl'
import type { Import } from '#contract/exchange/imports.ts'
import { Status } from '#web/ui/Marks.tsx'
import { Table } from '#web/ui/Table.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** Cells that no record holds, by column and reason, and how all cells add up. */
export const ImportUnused = ({ run }: { run: Import }) => {
  const t = useTranslations('imports')
  const format = useFormat()
  if (run.cells === null) return <p className="text-ink-2">{t('unused.old')}</p>
  const nameOf = (column: number | null) =>
    column === null ? t('unused.titles') : run.columns[column]?.header || t('noHeading', { n: String(column + 1) })
  return (
    <>
      <p className="mb-4 max-w-[68ch] text-ink-2">{t('unused.sum', run.cells)}</p>
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
              cell: ({ n, cells }) => (
                <ul className="text-sm">
                  {cells.map((cell, index) => (
                    <li key={index} className="wrap-anywhere">
                      {t('unused.at', { n: String(cell.n), text: cell.text })}
                    </li>
                  ))}
                  {n > cells.length && cells.length > 0 && (
                    <li className="text-ink-2">{t('more', { n: n - cells.length })}</li>
                  )}
                </ul>
              ),
            },
          ]}
        />
      )}
    </>
  )
}
