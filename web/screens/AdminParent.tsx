import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Input } from '#contract/index.ts'
import { householdSorts, householdViews } from '#contract/parents.ts'
import { useArchiving } from '#web/archiving.ts'
import { usePages } from '#web/call.ts'
import { ArchiveBar, ArchiveProblems, ExportLink, ImportLink, useChosen, useUrlSort } from '#web/listParts.tsx'
import { useMay } from '#web/may.ts'
import { Name } from '#web/Name.tsx'
import { PagedTable } from '#web/PagedTable.tsx'
import { SearchBox } from '#web/SearchBox.tsx'
import { OfficeAddFamily } from '#web/slices/parents/OfficeAddFamily.tsx'
import { OfficeFamilyPanel } from '#web/slices/parents/OfficeFamilyPanel.tsx'
import { OfficeAddStudent } from '#web/slices/students/OfficeAddStudent.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import type { Column } from '#web/ui/Table.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useUrlSearch, useUrlState } from '#web/urlState.ts'
import { useFormat } from '#web/useFormat.ts'

const usePaged = (asked: Input<'parents-list'>) => usePages('parents-list', asked)
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
    { key: 'name', header: t('family'), sort: 'name', cell: row => row.name },
    { key: 'guardians', header: t('guardians'), cell: row => <Names of={row.guardians} /> },
    { key: 'children', header: t('children'), sort: 'children', cell: row => <Names of={row.children} /> },
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
      sort: 'balance',
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
  const people = useTranslations('people')
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const may = useMay()
  const view = householdViews.find(each => each === url['view']) ?? 'active'
  const order = useUrlSort(householdSorts)
  const asked = { ...order.asked, view, ...(search.search && { search: search.search }) }
  const pages = usePaged(asked)
  const columns = useColumns()
  const archiving = useArchiving('parents')
  const chosen = useChosen(pages.rows)
  const [adding, setAdding] = useState<'family' | { id: string; name: string } | null>(null)
  const add = may('parents-create') === true && (
    <Button variant="primary" icon={Plus} onClick={() => setAdding('family')}>
      {people('family.add')}
    </Button>
  )
  return (
    <Page
      title={t('title')}
      actions={
        <>
          {may('imports-start') === true && <ImportLink />}
          {pages.total !== undefined && pages.total > 0 && <ExportLink file="families" query={asked} />}
          {add}
        </>
      }
    >
      <div data-noprint className="mb-4">
        <Tabs
          label={people('viewsLabel')}
          value={view}
          onChange={next => change({ view: next === 'active' ? undefined : next })}
          tabs={householdViews.map(key => ({ key, label: people(`views.${key}`) }))}
        />
      </div>
      <div data-noprint className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox of={search} label={t('search')} className="w-full sm:w-96" />
        <p role="status" className="ms-auto text-sm text-ink-2 tabular-nums">
          {pages.total !== undefined && t('count', { n: pages.total })}
        </p>
      </div>
      {!url['id'] && <ArchiveProblems of={archiving} />}
      <PagedTable
        of={pages}
        caption={t('title')}
        columns={columns}
        rowKey={row => row.id}
        rowLabel={row => row.name}
        sort={order.sort}
        onSort={order.onSort}
        {...(may('parents-archive') === true && { selection: chosen.selection })}
        onOpen={row => change({ id: row.id })}
        openKey={url['id']}
        empty={
          search.search ? (
            <Empty action={<Button onClick={() => search.type('')}>{words('clearFilters')}</Button>}>
              {words('nobodyMatches', { search: search.search })}
            </Empty>
          ) : (
            <Empty action={view === 'active' && add}>{view === 'active' ? t('empty') : people('emptyArchive')}</Empty>
          )
        }
      />
      <ArchiveBar of={archiving} chosen={chosen} isArchive={view === 'archived'} />
      {url['id'] && (
        <OfficeFamilyPanel
          key={url['id']}
          id={url['id']}
          archiving={archiving}
          onAddChild={setAdding}
          onClose={() => {
            archiving.forget()
            change({ id: undefined })
          }}
        />
      )}
      {adding === 'family' && (
        <OfficeAddFamily
          onClose={() => setAdding(null)}
          onAdded={id => {
            setAdding(null)
            change({ id })
          }}
        />
      )}
      {adding !== null && adding !== 'family' && (
        <OfficeAddStudent household={adding} onClose={() => setAdding(null)} onAdded={() => setAdding(null)} />
      )}
    </Page>
  )
}
