import { Plus, Tags } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Input } from '#contract/index.ts'
import { householdSorts, householdViews } from '#contract/people/parents.plain.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { useArchiving } from '#web/lists/archiving.ts'
import { usePages } from '#web/wire/call.ts'
import { ArchiveProblems, ImportLink, useChosen, useUrlSort } from '#web/lists/listParts.tsx'
import { Balance } from '#web/records/Balance.tsx'
import { useMay } from '#web/session/may.ts'
import { Name, useFirstName } from '#web/words/Name.tsx'
import { PagedTable, Total } from '#web/lists/PagedTable.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { FamilyBulk } from '#web/people/parents/FamilyBulk.tsx'
import { OwnAnswers } from '#web/people/forms/OwnAnswers.tsx'
import { ColumnsButton, useColumnChoice } from '#web/access/views/columns.tsx'
import { ExportMenu } from '#web/access/views/ExportMenu.tsx'
import { useViews } from '#web/access/views/useViews.ts'
import { ViewMenu } from '#web/access/views/ViewMenu.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MenuItem } from '#web/ui/Menu.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import type { Column } from '#web/ui/tableProps.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'

const OfficeAddStudent = withPage(() =>
  import('#web/people/students/office/OfficeAddStudent.tsx').then(module => module.OfficeAddStudent),
)
const OfficeAddFamily = withPage(() =>
  import('#web/people/parents/office/OfficeAddFamily.tsx').then(module => module.OfficeAddFamily),
)
const OfficeFamilyPanel = withPage(() =>
  import('#web/people/parents/office/OfficeFamilyPanel.tsx').then(module => module.OfficeFamilyPanel),
)

const LabelsDialog = withPage(() => import('#web/access/views/LabelsDialog.tsx').then(module => module.LabelsDialog))

const usePaged = (asked: Input<'parents-list'>) => usePages('parents-list', asked)
type Row = NonNullable<ReturnType<typeof usePaged>['rows']>[number]

const Confirmations = withPage(() => import('#web/screens/Confirmations.tsx').then(module => module.default))
const Begun = withPage(() => import('#web/screens/Begun.tsx').then(module => module.default))
const Duplicates = withPage(() => import('#web/screens/Duplicates.tsx').then(module => module.default))

const Names = ({ people }: { people: readonly { name: string; nativeName: string }[] }) => (
  <span className="grid gap-0.5 sm:min-w-36">
    {people.map(person => (
      <span key={`${person.name} ${person.nativeName}`}>
        <Name {...person} />
      </span>
    ))}
  </span>
)

const useColumns = (): Column<Row>[] => {
  const t = useTranslations('adminParent')
  const may = useMay()
  const columns: Column<Row>[] = [
    { key: 'name', header: t('family'), sort: 'name', cell: row => <Name {...row} /> },
    { key: 'guardians', header: t('guardians'), cell: row => <Names people={row.guardians} /> },
    { key: 'children', header: t('children'), sort: 'children', cell: row => <Names people={row.children} /> },
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
      hideOnTablet: true,
    },
    {
      key: 'balance',
      header: t('balance'),
      sort: 'balance',
      align: 'end',
      cell: row => <Balance cents={row.balanceCents} />,
    },
  ]
  // An area without payments doesn't show balances.
  return columns.filter(({ key }) => key !== 'balance' || may('payments-households') !== false)
}

/** All families, with the open record beside the table. */
export default function AdminParent() {
  const firstName = useFirstName()
  const own = useTranslations('ownFields')
  const t = useTranslations('adminParent')
  const officeText = useTranslations('officeWords')
  const people = useTranslations('people')
  const duplicates = useTranslations('duplicates')
  const confirmations = useTranslations('confirmations')
  const tables = useTranslations('tables')
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const may = useMay()
  const view = householdViews.find(each => each === url['view']) ?? 'active'
  const order = useUrlSort(householdSorts)
  const filter = { view, ...(search.search && { search: search.search }) }
  const asked = { ...filter, ...order.asked }
  const pages = usePaged(asked)
  const views = useViews('families', ['search', 'view', 'sort', 'columns'])
  const choice = useColumnChoice(useColumns())
  const [isLabelling, setLabelling] = useState(false)
  const archiving = useArchiving('parents')
  const chosen = useChosen(filter)
  const [adding, setAdding] = useState<{ id: string; name: string } | null>(null)
  const add = may('parents-create') === true && (
    <Button variant="primary" icon={Plus} onClick={() => change({ do: 'add' })}>
      {people('family.add')}
    </Button>
  )
  if (url['merge'] || url['view'] === 'duplicates')
    return (
      <Suspense>
        <Duplicates among="families" />
      </Suspense>
    )
  if (url['view'] === 'begun')
    return (
      <Suspense>
        <Begun />
      </Suspense>
    )
  if (url['view'] === 'confirmations')
    return (
      <Suspense>
        <Confirmations />
      </Suspense>
    )
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <ViewMenu views={views} />
          <ColumnsButton choice={choice} />
          {pages.total !== 0 && (
            <ExportMenu file="families" query={{ ...asked, ...choice.asked }} printed={pages}>
              <MenuItem onSelect={() => setLabelling(true)}>
                <Tags size={18} aria-hidden />
                {tables('labels.button')}
              </MenuItem>
            </ExportMenu>
          )}
          {may('imports-start') === true && <ImportLink />}
          {add}
        </>
      }
    >
      <div data-filters className="mb-4">
        <Tabs
          label={people('viewsLabel')}
          value={view as typeof view | 'duplicates' | 'confirmations' | 'begun'}
          onChange={next => change({ view: next === 'active' ? undefined : next })}
          tabs={[
            ...householdViews.map(key => ({ key, label: people(`views.${key}`) })),
            { key: 'duplicates' as const, label: duplicates('title') },
            { key: 'confirmations' as const, label: confirmations('tab') },
            { key: 'begun' as const, label: people('begun') },
          ]}
        />
      </div>
      <div data-filters className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox search={search} label={t('search')} className="w-full sm:w-96" />
        <Total total={pages.total}>{n => t('count', { n })}</Total>
      </div>
      {!url['id'] && <ArchiveProblems archiving={archiving} />}
      <PagedTable
        pages={views.isReady ? pages : { ...pages, rows: undefined }}
        caption={t('title')}
        columns={choice.columns}
        rowKey={row => row.id}
        rowLabel={firstName}
        sort={order.sort}
        onSort={order.onSort}
        selection={chosen.selection}
        onOpen={row => change({ id: row.id })}
        openKey={url['id']}
        empty={
          search.search ? (
            <Empty action={<Button onClick={() => search.type('')}>{officeText('clearFilters')}</Button>}>
              {officeText('nobodyMatches', { search: search.search })}
            </Empty>
          ) : (
            <Empty action={view === 'active' && add}>{view === 'active' ? t('empty') : people('emptyArchive')}</Empty>
          )
        }
      />
      <FamilyBulk
        chosen={chosen}
        filter={filter}
        total={pages.total}
        isArchive={view === 'archived'}
        onLabels={() => setLabelling(true)}
      />
      <Suspense>
        {isLabelling && (
          <LabelsDialog list="families" chosen={chosen.ids} filter={filter} onClose={() => setLabelling(false)} />
        )}
      </Suspense>
      <Suspense>
        {url['id'] && (
          <OfficeFamilyPanel
            key={url['id']}
            id={url['id']}
            more={household => (
              <OwnAnswers
                isPart
                subject={{ householdId: household.id }}
                name={firstName(household)}
                title={own('officeTitle')}
              />
            )}
            archiving={archiving}
            onAddChild={setAdding}
            onClose={() => {
              archiving.forget()
              change({ id: undefined })
            }}
          />
        )}
        {url['do'] === 'add' && may('parents-create') === true && (
          <OfficeAddFamily onClose={() => change({ do: undefined })} onAdded={id => change({ do: undefined, id })} />
        )}
        {adding !== null && (
          <OfficeAddStudent household={adding} onClose={() => setAdding(null)} onAdded={() => setAdding(null)} />
        )}
      </Suspense>
    </Page>
  )
}
