import { ClipboardList, Plus, UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { TeacherRow } from '#contract/people/teachers.ts'
import { teacherSorts, teacherViews } from '#contract/people/teachers.plain.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { useArchiving } from '#web/lists/archiving.ts'
import { usePages } from '#web/wire/call.ts'
import { Link, textLink } from '#web/routing/link.tsx'
import { ArchiveBar, ArchiveProblems, useChosen, useUrlSort } from '#web/lists/listParts.tsx'
import { useMay } from '#web/session/may.ts'
import { useNameText } from '#web/words/Name.tsx'
import { PagedTable, Total } from '#web/lists/PagedTable.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { PersonCell } from '#web/lists/PersonCell.tsx'
import { ColumnsButton, useColumnChoice } from '#web/access/views/columns.tsx'
import { ExportMenu } from '#web/access/views/ExportMenu.tsx'
import { useViews } from '#web/access/views/useViews.ts'
import { ViewMenu } from '#web/access/views/ViewMenu.tsx'
import { BulkAction } from '#web/ui/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Badge, Chip } from '#web/ui/Marks.tsx'
import { MenuItem } from '#web/ui/Menu.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import type { Column } from '#web/ui/tableProps.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { Tongues } from '#web/words/Tongues.tsx'
import { phoneHref } from '#web/ui/phoneHref.ts'

const OfficeAddTeacher = withPage(() =>
  import('#web/people/teachers/office/OfficeAddTeacher.tsx').then(module => module.OfficeAddTeacher),
)
const OfficeTeacherPanel = withPage(() =>
  import('#web/people/teachers/office/OfficeTeacherPanel.tsx').then(module => module.OfficeTeacherPanel),
)

const ClassListDialog = withPage(() =>
  import('#web/access/views/ClassListDialog.tsx').then(module => module.ClassListDialog),
)

const InviteMany = withPage(() => import('#web/access/users/shared/InviteMany.tsx').then(module => module.InviteMany))

const useColumns = (): Column<TeacherRow>[] => {
  const t = useTranslations('adminTeacher')
  const nameText = useNameText()
  const format = useFormat()
  return [
    {
      key: 'name',
      header: t('name'),
      sort: 'name',
      cell: row => <PersonCell {...row} />,
    },
    {
      key: 'classes',
      header: t('classes'),
      cell: row => (
        <span className="flex flex-wrap gap-1 max-sm:justify-end">
          {row.sections.map(section => (
            <Link
              key={section.id}
              to="/admingrade"
              search={{ class: section.id }}
              className="rounded-full hover:underline"
            >
              <Chip crayon={section.crayon}>
                <Tongues text={nameText(section)} />
              </Chip>
            </Link>
          ))}
        </span>
      ),
    },
    {
      key: 'students',
      header: t('students'),
      sort: 'students',
      align: 'end',
      cell: row => format.number(row.studentCount),
    },
    {
      key: 'email',
      header: t('email'),
      sort: 'email',
      cell: row => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:justify-end">
          {row.email && (
            <a href={`mailto:${row.email}`} className={`break-words ${textLink}`}>
              {row.email}
            </a>
          )}
          {!row.hasAccount && !row.isArchived && <Badge>{t('notInvited')}</Badge>}
        </span>
      ),
    },
    {
      key: 'phone',
      hideOnTablet: true,
      header: t('phone'),
      cell: row =>
        row.phone && (
          <a href={phoneHref(row.phone)} className={`whitespace-nowrap tabular-nums ${textLink}`}>
            {row.phone}
          </a>
        ),
    },
  ]
}

/** All teachers, and how a new one is invited. */
export default function AdminTeacher() {
  const t = useTranslations('adminTeacher')
  const officeText = useTranslations('officeWords')
  const nameText = useNameText()
  const people = useTranslations('people')
  const tables = useTranslations('tables')
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const may = useMay()
  const view = teacherViews.find(each => each === url['view']) ?? 'active'
  const order = useUrlSort(teacherSorts)
  const filter = { view, ...(search.search && { search: search.search }) }
  const asked = { ...filter, ...order.asked }
  const pages = usePages('teachers-list', asked)
  const views = useViews('teachers', ['search', 'view', 'sort', 'columns'])
  const choice = useColumnChoice(useColumns())
  const [isListing, setListing] = useState(false)
  const [isInviting, setInviting] = useState(false)
  const archiving = useArchiving('teachers')
  const chosen = useChosen(filter)
  const add = may('teachers-create') === true && (
    <Button variant="primary" icon={Plus} onClick={() => change({ do: 'add' })}>
      {t('add')}
    </Button>
  )
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <ViewMenu views={views} />
          <ColumnsButton choice={choice} />
          {pages.total !== 0 && (
            <ExportMenu file="teachers" query={{ ...asked, ...choice.asked }} printed={pages}>
              <MenuItem onSelect={() => setListing(true)}>
                <ClipboardList size={18} aria-hidden />
                {tables('classLists.button')}
              </MenuItem>
            </ExportMenu>
          )}
          {add}
        </>
      }
    >
      <div data-filters className="mb-4">
        <Tabs
          label={people('viewsLabel')}
          value={view}
          onChange={next => change({ view: next === 'active' ? undefined : next })}
          tabs={teacherViews.map(key => ({ key, label: people(`views.${key}`) }))}
        />
      </div>
      <div data-filters className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox search={search} label={t('search')} />
        <Total total={pages.total}>{n => t('count', { n })}</Total>
      </div>
      {!url['id'] && <ArchiveProblems archiving={archiving} />}
      <PagedTable
        pages={views.isReady ? pages : { ...pages, rows: undefined }}
        caption={t('title')}
        columns={choice.columns}
        rowKey={row => row.id}
        rowLabel={nameText}
        sort={order.sort}
        onSort={order.onSort}
        onOpen={row => change({ id: row.id })}
        openKey={url['id']}
        {...(may('teachers-archive') === true && { selection: chosen.selection })}
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
      <ArchiveBar archiving={archiving} chosen={chosen} isArchive={view === 'archived'}>
        {may('teachers-inviteMany') === true && view === 'active' && (
          <BulkAction icon={UserPlus} onClick={() => setInviting(true)}>
            {tables('invite.button')}
          </BulkAction>
        )}
      </ArchiveBar>
      <Suspense>
        {isInviting && (
          <InviteMany
            list="teachers"
            ids={chosen.ids}
            onClose={() => setInviting(false)}
            onDone={() => {
              setInviting(false)
              chosen.clear()
            }}
          />
        )}
      </Suspense>
      <Suspense>{isListing && <ClassListDialog onClose={() => setListing(false)} />}</Suspense>
      <Suspense>
        {url['id'] && (
          <OfficeTeacherPanel
            key={url['id']}
            id={url['id']}
            archiving={archiving}
            onClose={() => {
              archiving.forget()
              change({ id: undefined })
            }}
          />
        )}
        {url['do'] === 'add' && may('teachers-create') === true && (
          <OfficeAddTeacher onClose={() => change({ do: undefined })} />
        )}
      </Suspense>
    </Page>
  )
}
