import { useTranslations } from 'use-intl'
import { usePages } from '#web/call.ts'
import { Name } from '#web/Name.tsx'
import { PagedTable } from '#web/PagedTable.tsx'
import { SearchBox } from '#web/SearchBox.tsx'
import { OfficeFamilyPanel } from '#web/slices/parents/OfficeFamilyPanel.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import type { Column } from '#web/ui/Table.tsx'
import { useUrlSearch, useUrlState } from '#web/urlState.ts'
import { useFormat } from '#web/useFormat.ts'

const usePaged = (search: string) => usePages('parents-list', search ? { search } : {})
type Row = NonNullable<ReturnType<typeof usePaged>['rows']>[number]

const Names = ({ of }: { of: readonly { name: string; nativeName: string }[] }) => (
  <span className="grid gap-0.5">
    {of.map(person => (
      <span key={`${person.name} ${person.nativeName}`}>
        <Name {...person} />
      </span>
    ))}
  </span>
)

const useColumns = (): Column<Row>[] => {
  const t = useTranslations('adminParent')
  const words = useTranslations('officeWords')
  const format = useFormat()
  return [
    { key: 'name', header: t('family'), cell: row => row.name },
    { key: 'guardians', header: t('guardians'), cell: row => <Names of={row.guardians} /> },
    { key: 'children', header: t('children'), cell: row => <Names of={row.children} /> },
    {
      key: 'phone',
      header: t('phone'),
      cell: row => row.phone && <span className="whitespace-nowrap tabular-nums">{row.phone}</span>,
    },
    {
      key: 'email',
      header: t('email'),
      cell: row => <span className="break-words">{row.email}</span>,
      hideOnPhone: true,
    },
    {
      key: 'balance',
      header: t('balance'),
      align: 'end',
      cell: row => (
        <span className={classes('whitespace-nowrap', row.balanceCents > 0 && 'font-semibold text-marigold-ink')}>
          {row.balanceCents > 0
            ? format.money(row.balanceCents)
            : row.balanceCents < 0
              ? words('credit', { amount: format.money(-row.balanceCents) })
              : words('paid')}
        </span>
      ),
    },
  ]
}

/** All families, with the record beside the table. */
export default function AdminParent() {
  const t = useTranslations('adminParent')
  const words = useTranslations('officeWords')
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const pages = usePaged(search.search)
  const columns = useColumns()
  return (
    <Page title={t('title')}>
      <div data-noprint className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox of={search} label={t('search')} className="w-full sm:w-96" />
        <p role="status" className="ms-auto text-sm text-ink-2 tabular-nums">
          {pages.total !== undefined && t('count', { n: pages.total })}
        </p>
      </div>
      <PagedTable
        of={pages}
        caption={t('title')}
        columns={columns}
        rowKey={row => row.id}
        rowLabel={row => row.name}
        onOpen={row => change({ id: row.id })}
        openKey={url['id']}
        empty={
          search.search ? (
            <Empty action={<Button onClick={() => search.type('')}>{words('clearFilters')}</Button>}>
              {words('nobodyMatches', { search: search.search })}
            </Empty>
          ) : (
            <Empty>{t('empty')}</Empty>
          )
        }
      />
      {url['id'] && <OfficeFamilyPanel key={url['id']} id={url['id']} onClose={() => change({ id: undefined })} />}
    </Page>
  )
}
