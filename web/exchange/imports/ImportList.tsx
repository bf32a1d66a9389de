import { useTranslations } from 'use-intl'
import type { ImportStatus } from '#contract/exchange/imports.ts'
import { landedOutcomes } from '#contract/exchange/imports.plain.ts'
import type { Output } from '#contract/index.ts'
import { usePages } from '#web/wire/call.ts'
import { useMay } from '#web/session/may.ts'
import { PagedTable } from '#web/lists/PagedTable.tsx'
import { Status, type Tone } from '#web/ui/Marks.tsx'
import { Empty } from '#web/ui/States.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { SheetInput } from './SheetInput.tsx'

type Row = Output<'imports-list'>['rows'][number]
const tones: Record<ImportStatus, Tone> = { draft: 'warn', applied: 'good', undone: 'neutral' }

/** Returns the number of rows with people in a sheet, and how many of them are or would be imported. */
export const landedOf = (counts: Row['counts']): { landed: number; all: number } => {
  const landed = landedOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
  return { landed, all: landed + counts.doubtful + counts.rejected + counts.skipped }
}

/** The upload of a spreadsheet, and the list of imports. */
export const ImportList = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const t = useTranslations('imports')
  const format = useFormat()
  const firstName = useFirstName()
  const may = useMay()
  const pages = usePages('imports-list', {})
  return (
    <>
      <p className="mb-5 max-w-[66ch] text-ink-2">{t('lead')}</p>
      {may('imports-start') === true && <SheetInput onStarted={onOpen} />}
      <h3 className="mt-8 mb-1 text-lg">{t('past')}</h3>
      <p className="mb-4 text-sm text-ink-2">{t('draftHint')}</p>
      <PagedTable
        pages={pages}
        caption={t('caption')}
        rowKey={row => row.id}
        rowLabel={row => row.fileName}
        onOpen={row => onOpen(row.id)}
        columns={[
          { key: 'name', header: t('name'), cell: row => <span className="break-all">{row.fileName}</span> },
          {
            key: 'state',
            header: t('state'),
            cell: row => <Status tone={tones[row.status]}>{t(`status.${row.status}`)}</Status>,
          },
          {
            key: 'landed',
            header: t('landed'),
            cell: row => {
              const { landed, all } = landedOf(row.counts)
              return all === 0
                ? '–'
                : t(`landedOf.${row.status}`, { n: format.number(landed), all: format.number(all) })
            },
          },
          { key: 'who', header: t('who'), cell: row => firstName({ name: row.by, nativeName: row.byNativeName }) },
          {
            key: 'when',
            header: t('when'),
            cell: row => <span className="whitespace-nowrap">{format.instant(row.appliedAt ?? row.at)}</span>,
          },
        ]}
        empty={<Empty>{t('pastEmpty')}</Empty>}
      />
    </>
  )
}
