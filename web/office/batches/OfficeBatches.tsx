import { useTranslations } from 'use-intl'
import type { Batch } from '#contract/office/batches.ts'
import { usePages } from '#web/wire/call.ts'
import { PagedTable } from '#web/lists/PagedTable.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { Empty } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { UndoBatchButton } from '#web/lists/UndoBatchButton.tsx'

/** Returns a function that describes what a batch did. */
const useBatchText = () => {
  const t = useTranslations('batches')
  const format = useFormat()
  return ({ kind, n, detail }: Batch): string => {
    const key = `kind.${kind.replace('-', '_')}` as 'kind.other'
    const done = t(t.has(key) ? key : 'kind.other', { n })
    return detail === '' ? done : `${done}${format.aside(detail)}`
  }
}

/** The bulk changes, each with an undo for 24 hours. */
export const OfficeBatches = () => {
  const t = useTranslations('batches')
  const format = useFormat()
  const pages = usePages('batches-list', {})
  const firstName = useFirstName()
  const batchText = useBatchText()
  return (
    <section aria-labelledby="batches-title">
      <h3 id="batches-title" className="mb-1 text-lg">
        {t('title')}
      </h3>
      <p className="mb-4 max-w-[60ch] text-ink-2">{t('lead')}</p>
      <PagedTable
        pages={pages}
        caption={t('caption')}
        rowKey={row => row.id}
        rowLabel={batchText}
        columns={[
          { key: 'what', header: t('what'), cell: batchText },
          {
            key: 'who',
            header: t('who'),
            cell: row => firstName({ name: row.actor, nativeName: row.actorNativeName }),
          },
          {
            key: 'at',
            header: t('at'),
            cell: row => <span className="whitespace-nowrap">{format.instant(row.at)}</span>,
          },
          {
            key: 'undo',
            header: t('undo'),
            align: 'end',
            cell: row =>
              row.mayUndo ? (
                <UndoBatchButton id={row.id} what={batchText(row)} size="small" />
              ) : (
                <span className="text-sm text-ink-2">
                  {row.undoneAt
                    ? t('undoneBy', {
                        name: firstName({ name: row.undoneBy, nativeName: row.undoneByNativeName }),
                        at: format.instant(row.undoneAt),
                      })
                    : t('final')}
                </span>
              ),
          },
        ]}
        empty={<Empty>{t('empty')}</Empty>}
      />
    </section>
  )
}
