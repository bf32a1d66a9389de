import { useTranslations } from 'use-intl'
import { usePages } from '#web/call.ts'
import { PagedTable } from '#web/PagedTable.tsx'
import { SearchBox } from '#web/SearchBox.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/States.tsx'
import { useUrlSearch } from '#web/urlState.ts'
import { useFormat } from '#web/useFormat.ts'

/** Who changed what and when, the newest first. */
export const OfficeAudit = () => {
  const t = useTranslations('adminConfig.audit')
  const words = useTranslations('officeWords')
  const format = useFormat()
  const search = useUrlSearch()
  const pages = usePages('audit-list', search.search ? { search: search.search } : {})
  const actionText = (action: string): string =>
    t.has(`action.${action}` as 'action.terms-create') ? t(`action.${action}` as 'action.terms-create') : action
  return (
    <div>
      <p className="mb-4 max-w-[60ch] text-ink-2">{t('lead')}</p>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox of={search} label={t('search')} className="w-full sm:w-80" />
        <p role="status" className="ms-auto text-sm text-ink-2 tabular-nums">
          {pages.total !== undefined && t('count', { n: pages.total })}
        </p>
      </div>
      <PagedTable
        of={pages}
        caption={t('caption')}
        rowKey={row => row.id}
        rowLabel={row => row.action}
        columns={[
          { key: 'what', header: t('what'), cell: row => actionText(row.action) },
          { key: 'who', header: t('who'), cell: row => row.actor || t('nobody') },
          {
            key: 'at',
            header: t('at'),
            align: 'end',
            cell: row => <span className="whitespace-nowrap">{format.instant(row.at)}</span>,
          },
        ]}
        empty={
          search.search ? (
            <Empty action={<Button onClick={() => search.type('')}>{words('clearFilters')}</Button>}>
              {words('nothingMatches', { search: search.search })}
            </Empty>
          ) : (
            <Empty>{t('empty')}</Empty>
          )
        }
      />
    </div>
  )
}
