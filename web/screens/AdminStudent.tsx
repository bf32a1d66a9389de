import { ClipboardList, Plus, Printer, Tags } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Input } from '#contract/index.ts'
import { studentSorts, studentViews } from '#contract/people/students.plain.ts'
import { useArchiving } from '#web/lists/archiving.ts'
import { usePages, useReadLater } from '#web/wire/call.ts'
import { lazily } from '#web/routing/lazily.tsx'
import { ArchiveProblems, ImportLink, useChosen, useUrlSort } from '#web/lists/listParts.tsx'
import { useMay } from '#web/session/may.ts'
import { Name, useFirstName, useNameText } from '#web/words/Name.tsx'
import { PagedTable, Total } from '#web/lists/PagedTable.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { StudentBulk } from '#web/people/students/StudentBulk.tsx'
import { ColumnsButton, useColumnChoice } from '#web/access/views/columns.tsx'
import { ExportMenu } from '#web/access/views/ExportMenu.tsx'
import { usePrinting } from '#web/access/views/usePrinting.ts'
import { useViews } from '#web/access/views/useViews.ts'
import { ViewMenu } from '#web/access/views/ViewMenu.tsx'
import { Part } from '#web/records/record.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Select } from '#web/ui/Input.tsx'
import { Avatar, Chip, Status, type Tone } from '#web/ui/Marks.tsx'
import { MenuItem } from '#web/ui/Menu.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import type { Column } from '#web/ui/Table.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

const OfficeAddStudent = lazy(() =>
  import('#web/people/students/office/OfficeAddStudent.tsx').then(module => ({ default: module.OfficeAddStudent })),
)
const LeavingSheets = lazy(() =>
  import('#web/enrolment/leavings/LeavingSheets.tsx').then(module => ({ default: module.LeavingSheets })),
)
const OfficeStudentPanel = lazy(() =>
  import('#web/people/students/office/OfficeStudentPanel.tsx').then(module => ({ default: module.OfficeStudentPanel })),
)
// They are in the panel of one student.
const OwnAnswers = lazily(() => import('#web/people/forms/OwnAnswers.tsx').then(module => module.OwnAnswers))
const OfficeEnded = lazily(() =>
  import('#web/enrolment/leavings/office/OfficeEnded.tsx').then(module => module.OfficeEnded),
)
const StudentAwards = lazily(() => import('#web/money/prices/StudentAwards.tsx').then(module => module.StudentAwards))
const Documents = lazily(() => import('#web/people/documents/Documents.tsx').then(module => module.Documents))

const ClassListDialog = lazy(() =>
  import('#web/access/views/ClassListDialog.tsx').then(module => ({ default: module.ClassListDialog })),
)
const LabelsDialog = lazy(() =>
  import('#web/access/views/LabelsDialog.tsx').then(module => ({ default: module.LabelsDialog })),
)

const usePaged = (asked: Input<'students-list'>) => usePages('students-list', asked)
type Row = NonNullable<ReturnType<typeof usePaged>['rows']>[number]

const Duplicates = lazy(() => import('#web/screens/Duplicates.tsx'))

const tones: Record<Row['status'], Tone> = { active: 'good', waiting: 'warn', left: 'neutral' }

/** The classes of all terms, grouped by term, for a select. */
const ClassOptions = () => {
  const terms = useReadLater('terms-list', {}).data ?? []
  const sections = useReadLater('classes-list', {}).data ?? []
  const nameText = useNameText()
  return terms.map(term => {
    const inTerm = sections.filter(section => section.termId === term.id && section.status !== 'cancelled')
    return inTerm.length === 0 ? null : (
      <optgroup key={term.id} label={nameText(term)}>
        {inTerm.map(section => (
          <option key={section.id} value={section.id}>
            {nameText(section)}
          </option>
        ))}
      </optgroup>
    )
  })
}

const useColumns = (): Column<Row>[] => {
  const t = useTranslations('adminStudent')
  const people = useTranslations('people')
  const officeText = useTranslations('officeWords')
  const nameText = useNameText()
  const firstName = useFirstName()
  const may = useMay()
  const format = useFormat()
  const columns: Column<Row>[] = [
    {
      key: 'name',
      header: t('name'),
      sort: 'name',
      cell: row => (
        <span className="flex items-center gap-3">
          <Avatar name={firstName(row)} id={row.id} size="small" />
          <span className="sm:min-w-28">
            <Name {...row} />
          </span>
        </span>
      ),
    },
    {
      key: 'classes',
      header: t('classes'),
      cell: row => (
        <span className="flex flex-wrap gap-1 max-sm:justify-end">
          {row.sections.map(section => (
            <Chip key={section.id} crayon={section.crayon}>
              {nameText(section)}
            </Chip>
          ))}
        </span>
      ),
    },
    { key: 'guardian', header: t('guardian'), sort: 'guardian', cell: row => row.guardian },
    {
      key: 'born',
      hideOnTablet: true,
      header: t('born'),
      sort: 'born',
      cell: row => <span className="tabular-nums">{row.birthOn && format.day(row.birthOn, 'numeric')}</span>,
      hideOnPhone: true,
    },
    { key: 'grade', hideOnTablet: true, header: people('gradeFilter'), sort: 'grade', cell: row => row.grade },
    {
      key: 'status',
      header: t('status'),
      cell: row => <Status tone={tones[row.status]}>{officeText(`student.${row.status}`)}</Status>,
    },
    {
      key: 'attendance',
      hideOnTablet: true,
      header: t('attendance'),
      sort: 'attendance',
      align: 'end',
      cell: row => (row.attendancePercent === null ? '–' : format.percent(row.attendancePercent / 100)),
    },
    {
      key: 'balance',
      header: t('balance'),
      sort: 'balance',
      align: 'end',
      cell: row => (
        <span className={classes((row.balanceCents ?? 0) > 0 && 'font-semibold text-marigold-ink')}>
          {row.balanceCents === null
            ? '–'
            : row.balanceCents > 0
              ? format.money(row.balanceCents)
              : row.balanceCents < 0
                ? officeText('credit', { amount: format.money(-row.balanceCents) })
                : officeText('paid')}
        </span>
      ),
    },
  ]
  // An area without payments gets no balances.
  return columns.filter(({ key }) => key !== 'balance' || may('payments-households') !== false)
}

/** The grades that there are, each with how many students. */
const GradeOptions = () => {
  const t = useTranslations('people')
  const format = useFormat()
  const grades = useReadLater('students-grades', {}).data ?? []
  return grades.map(({ grade, count }) => (
    <option key={grade} value={grade}>
      {t('gradeCount', { grade, count: format.number(count) })}
    </option>
  ))
}

/** All students: views, search, class, and the record beside the table. */
export default function AdminStudent() {
  const t = useTranslations('adminStudent')
  const duplicates = useTranslations('duplicates')
  const papers = useTranslations('papers')
  const people = useTranslations('people')
  const officeText = useTranslations('officeWords')
  const own = useTranslations('ownFields')
  const tables = useTranslations('tables')
  const nameText = useNameText()
  const may = useMay()
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const view = studentViews.find(each => each === url['view']) ?? 'everyone'
  const order = useUrlSort(studentSorts)
  const filter = {
    view,
    ...(search.search && { search: search.search }),
    ...(url['class'] && { sectionId: url['class'] }),
    ...(url['grade'] && { grade: url['grade'] }),
  }
  const asked = { ...filter, ...order.asked }
  const pages = usePaged(asked)
  const views = useViews('students', ['search', 'view', 'class', 'grade', 'sort', 'columns'])
  const [adding, setAdding] = useState(false)
  const archiving = useArchiving('students')
  const chosen = useChosen(filter)
  const printing = usePrinting(pages)
  const choice = useColumnChoice(useColumns())
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
          <ColumnsButton choice={choice} />
          {pages.total !== 0 && (
            <ExportMenu file="students" query={{ ...asked, ...choice.asked }}>
              <MenuItem onSelect={printing.start}>
                <Printer size={18} aria-hidden />
                {printing.isPending ? t('printing') : officeText('print')}
              </MenuItem>
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
          {may('imports-start') === true && <ImportLink />}
          {may('students-create') === true && (
            <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
              {people('student.add')}
            </Button>
          )}
        </>
      }
    >
      <div data-noprint>
        <Tabs
          label={t('views')}
          value={view as typeof view | 'duplicates'}
          onChange={next => change({ view: next === 'everyone' ? undefined : next })}
          tabs={[
            ...studentViews.map(key => ({
              key,
              label: key === 'archived' ? people('views.archived') : t(`view.${key}`),
            })),
            { key: 'duplicates' as const, label: duplicates('title') },
          ]}
        />
        <div className="mt-4 mb-4 flex flex-wrap items-center gap-3">
          <SearchBox search={search} label={t('search')} />
          <Select
            aria-label={t('classFilter')}
            className="w-full sm:w-64"
            value={url['class'] ?? ''}
            onChange={event => change({ class: event.target.value })}
          >
            <option value="">{t('allClasses')}</option>
            <ClassOptions />
          </Select>
          <Select
            aria-label={people('gradeFilter')}
            className="w-full sm:w-44"
            value={url['grade'] ?? ''}
            onChange={event => change({ grade: event.target.value })}
          >
            <option value="">{people('allGrades')}</option>
            <GradeOptions />
          </Select>
          <Total total={pages.total}>{n => t('count', { n })}</Total>
        </div>
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
        {url['id'] && (
          <OfficeStudentPanel
            key={url['id']}
            id={url['id']}
            more={student => (
              <>
                <Part title={papers('title')}>
                  <Documents studentId={student.id} mayAdd />
                </Part>
                <OwnAnswers
                  isPart
                  subject={{ studentId: student.id }}
                  name={nameText(student)}
                  title={own('officeTitle')}
                />
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
        )}
        <LeavingSheets isOffice />
        {adding && (
          <OfficeAddStudent
            onClose={() => setAdding(false)}
            onAdded={id => {
              setAdding(false)
              change({ id })
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}
