import { ClipboardList, Plus, Tags } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { studentSorts, studentViews } from '#contract/people/students.plain.ts'
import { LeavingSheets } from '#web/enrolment/leavings/LeavingSheets.tsx'
import { useArchiving } from '#web/lists/archiving.ts'
import { usePages } from '#web/wire/call.ts'
import { lazily, withPage } from '#web/routing/lazily.tsx'
import { ArchiveProblems, ImportLink, useChosen, useUrlSort } from '#web/lists/listParts.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { useNameText } from '#web/words/Name.tsx'
import { PagedTable, Total } from '#web/lists/PagedTable.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { StudentFilters } from '#web/people/students/office/StudentFilters.tsx'
import { useStudentColumns } from '#web/people/students/office/studentColumns.tsx'
import { StudentBulk } from '#web/people/students/StudentBulk.tsx'
import { ColumnsButton, useColumnChoice } from '#web/access/views/columns.tsx'
import { ExportMenu } from '#web/access/views/ExportMenu.tsx'
import { useViews } from '#web/access/views/useViews.ts'
import { ViewMenu } from '#web/access/views/ViewMenu.tsx'
import { Part } from '#web/records/record.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MenuItem } from '#web/ui/Menu.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty, Loading } from '#web/ui/States.tsx'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'

const OfficeAddStudent = withPage(() =>
  import('#web/people/students/office/OfficeAddStudent.tsx').then(module => module.OfficeAddStudent),
)
const OfficeStudentPanel = withPage(() =>
  import('#web/people/students/office/OfficeStudentPanel.tsx').then(module => module.OfficeStudentPanel),
)
// These are in the panel of one student.
const OwnAnswers = lazily(() => import('#web/people/forms/OwnAnswers.tsx').then(module => module.OwnAnswers))
const OfficeEnded = lazily(() =>
  import('#web/enrolment/leavings/office/OfficeEnded.tsx').then(module => module.OfficeEnded),
)
const StudentAwards = lazily(() => import('#web/money/prices/StudentAwards.tsx').then(module => module.StudentAwards))
const Documents = lazily(() => import('#web/people/documents/Documents.tsx').then(module => module.Documents))

const ClassListDialog = withPage(() =>
  import('#web/access/views/ClassListDialog.tsx').then(module => module.ClassListDialog),
)
const LabelsDialog = withPage(() => import('#web/access/views/LabelsDialog.tsx').then(module => module.LabelsDialog))

const OfficeWaiters = withPage(() =>
  import('#web/enrolment/enrolments/office/OfficeWaiters.tsx').then(module => module.OfficeWaiters),
)

const Duplicates = withPage(() => import('#web/screens/Duplicates.tsx').then(module => module.default))

/** The record of one student beside the table, with what other parts of the office add to it. */
const OpenStudent = ({ id, archiving }: { id: string; archiving: ReturnType<typeof useArchiving> }) => {
  const papers = useTranslations('papers')
  const own = useTranslations('ownFields')
  const nameText = useNameText()
  const [, change] = useUrlState()
  return (
    <OfficeStudentPanel
      id={id}
      more={student => (
        <>
          <Part title={papers('title')}>
            <Documents studentId={student.id} mayAdd />
          </Part>
          <OwnAnswers isPart subject={{ studentId: student.id }} name={nameText(student)} title={own('officeTitle')} />
          <StudentAwards student={student} />
          <OfficeEnded studentId={student.id} />
        </>
      )}
      onLeave={enrolmentId => change({ leave: enrolmentId })}
      onTransfer={enrolmentId => change({ move: enrolmentId, to: undefined })}
      onRetype={enrolmentId => change({ retype: enrolmentId })}
      archiving={archiving}
      onClose={() => {
        archiving.forget()
        change({ id: undefined })
      }}
    />
  )
}

const StudentWork = withPage(() => import('#web/screens/StudentWork.tsx').then(module => module.default))

/** All students; under tabs of their own, the next term and imports. */
export default function AdminStudent() {
  const [{ tab }] = useUrlState()
  return tab ? (
    <Suspense fallback={<Loading />}>
      <StudentWork list={<Students />} />
    </Suspense>
  ) : (
    <Students />
  )
}

/** All students: views, search, class, and the open record beside the table. */
const Students = () => {
  const t = useTranslations('adminStudent')
  const people = useTranslations('people')
  const officeText = useTranslations('officeWords')
  const tables = useTranslations('tables')
  const nameText = useNameText()
  const may = useMay()
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const view = studentViews.find(each => each === url['view']) ?? 'everyone'
  // Places on a waitlist have a row each, one for each class.
  const isLine = view === 'waiting' && may('enrolments-waitlist') !== false
  const order = useUrlSort(studentSorts)
  const filter = {
    view,
    ...(search.search && { search: search.search }),
    ...(url['class'] && { sectionId: url['class'] }),
    ...(url['grade'] && { grade: url['grade'] }),
  }
  const asked = { ...filter, ...order.asked }
  const pages = usePages('students-list', asked)
  const views = useViews('students', ['search', 'view', 'class', 'grade', 'sort', 'columns'])
  const archiving = useArchiving('students')
  const chosen = useChosen(filter)
  const choice = useColumnChoice(useStudentColumns())
  const [paper, setPaper] = useState<'labels' | 'classLists' | null>(null)
  const clear = () => {
    search.type('')
    change({ search: undefined, class: undefined, grade: undefined })
  }
  const isFiltered = search.search !== '' || url['class'] !== undefined || url['grade'] !== undefined
  if (url['merge'] || url['view'] === 'duplicates')
    return (
      <Suspense>
        <Duplicates among="students" />
      </Suspense>
    )
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <ViewMenu views={views} />
          {!isLine && <ColumnsButton choice={choice} />}
          {pages.total !== 0 && (
            <ExportMenu file="students" query={{ ...asked, ...choice.asked }} printed={pages}>
              <MenuItem onSelect={() => setPaper('labels')}>
                <Tags size={18} aria-hidden />
                {tables('labels.button')}
              </MenuItem>
              <MenuItem onSelect={() => setPaper('classLists')}>
                <ClipboardList size={18} aria-hidden />
                {tables('classLists.button')}
              </MenuItem>
            </ExportMenu>
          )}
          {may('promotions-list') === true && (
            <ButtonLink to="/adminstudent" search={{ tab: 'promotion' }}>
              {t('nextTerm')}
            </ButtonLink>
          )}
          {may('imports-start') === true && <ImportLink />}
          {may('students-create') === true && (
            <Button variant="primary" icon={Plus} onClick={() => change({ do: 'add' })}>
              {people('student.add')}
            </Button>
          )}
        </>
      }
    >
      <StudentFilters
        view={view}
        search={<SearchBox search={search} label={t('search')} />}
        total={!isLine && <Total total={pages.total}>{n => t('count', { n })}</Total>}
      />
      {!url['id'] && <ArchiveProblems archiving={archiving} />}
      {isLine ? (
        <Suspense fallback={<Loading />}>
          <OfficeWaiters search={search.search} sectionId={url['class']} termId={url['term']} />
        </Suspense>
      ) : (
        <PagedTable
          pages={views.isReady ? pages : { ...pages, rows: undefined }}
          caption={t('title')}
          columns={choice.columns}
          rowKey={row => row.id}
          rowLabel={nameText}
          sort={order.sort}
          onSort={order.onSort}
          selection={chosen.selection}
          onOpen={row => change({ id: row.id })}
          openKey={url['id']}
          empty={
            isFiltered ? (
              <Empty action={<Button onClick={clear}>{officeText('clearFilters')}</Button>}>
                {search.search
                  ? officeText('nobodyMatches', { search: search.search })
                  : url['grade']
                    ? people('noneLikeThat')
                    : t('noneInClass')}
              </Empty>
            ) : (
              <Empty>{view === 'archived' ? people('emptyArchive') : t(`empty.${view}`)}</Empty>
            )
          }
        />
      )}
      <StudentBulk
        chosen={chosen}
        filter={filter}
        total={pages.total}
        isArchive={view === 'archived'}
        onLabels={() => setPaper('labels')}
      />
      <Suspense>
        {paper === 'labels' && (
          <LabelsDialog list="students" chosen={chosen.ids} filter={filter} onClose={() => setPaper(null)} />
        )}
        {paper === 'classLists' && <ClassListDialog sectionId={url['class']} onClose={() => setPaper(null)} />}
      </Suspense>
      <Suspense>
        {url['id'] && <OpenStudent key={url['id']} id={url['id']} archiving={archiving} />}
        <LeavingSheets isOffice />
        {url['do'] === 'add' && may('students-create') === true && (
          <OfficeAddStudent onClose={() => change({ do: undefined })} onAdded={id => change({ do: undefined, id })} />
        )}
      </Suspense>
    </Page>
  )
}
