import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { studentViews } from '#contract/students.ts'
import { usePages, useReadLater } from '#web/call.ts'
import { Name, useFirstName, useNameText } from '#web/Name.tsx'
import { PagedTable } from '#web/PagedTable.tsx'
import { SearchBox } from '#web/SearchBox.tsx'
import { OfficeStudentPanel } from '#web/slices/students/OfficeStudentPanel.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Select } from '#web/ui/Input.tsx'
import { Avatar, Chip, Status, type Tone } from '#web/ui/Marks.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import type { Column } from '#web/ui/Table.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useUrlSearch, useUrlState } from '#web/urlState.ts'
import { useFormat } from '#web/useFormat.ts'

const usePaged = (view: (typeof studentViews)[number], search: string, sectionId: string | undefined) =>
  usePages('students-list', { view, ...(search && { search }), ...(sectionId && { sectionId }) })
type Pages = ReturnType<typeof usePaged>
type Row = NonNullable<Pages['rows']>[number]

/** Prints a list whole: what is not loaded yet is fetched first. */
const usePrinting = (pages: Pages) => {
  const [wanted, setWanted] = useState(false)
  const { next, isMorePending, more, error } = pages
  useEffect(() => {
    if (!wanted || error) return
    if (next !== null) {
      if (!isMorePending) more()
      return
    }
    // After the last rows are painted.
    const timer = setTimeout(() => {
      setWanted(false)
      print()
    })
    return () => clearTimeout(timer)
  }, [wanted, next, isMorePending, more, error])
  return { start: () => setWanted(true), isPending: wanted && !error }
}

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
  const words = useTranslations('officeWords')
  const nameText = useNameText()
  const firstName = useFirstName()
  const format = useFormat()
  return [
    {
      key: 'name',
      header: t('name'),
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
    { key: 'guardian', header: t('guardian'), cell: row => row.guardian },
    {
      key: 'born',
      header: t('born'),
      cell: row => <span className="tabular-nums">{format.day(row.birthOn, 'numeric')}</span>,
      hideOnPhone: true,
    },
    {
      key: 'status',
      header: t('status'),
      cell: row => <Status tone={tones[row.status]}>{words(`student.${row.status}`)}</Status>,
    },
    {
      key: 'attendance',
      header: t('attendance'),
      align: 'end',
      cell: row => (row.attendancePercent === null ? '–' : format.percent(row.attendancePercent / 100)),
    },
    {
      key: 'balance',
      header: t('balance'),
      align: 'end',
      cell: row => (
        <span className={classes(row.balanceCents > 0 && 'font-semibold text-marigold-ink')}>
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

/** All students: views, search, class, and the record beside the table. */
export default function AdminStudent() {
  const t = useTranslations('adminStudent')
  const words = useTranslations('officeWords')
  const nameText = useNameText()
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const view = studentViews.find(each => each === url['view']) ?? 'everyone'
  const pages = usePaged(view, search.search, url['class'])
  const printing = usePrinting(pages)
  const columns = useColumns()
  const clear = () => {
    search.type('')
    change({ search: undefined, class: undefined })
  }
  const isFiltered = search.search !== '' || url['class'] !== undefined
  return (
    <Page
      title={t('title')}
      actions={
        pages.total !== undefined &&
        pages.total > 0 && (
          <Button icon={Printer} pending={printing.isPending} pendingText={t('printing')} onClick={printing.start}>
            {words('print')}
          </Button>
        )
      }
    >
      <div data-noprint>
        <Tabs
          label={t('views')}
          value={view}
          onChange={next => change({ view: next === 'everyone' ? undefined : next })}
          tabs={studentViews.map(key => ({ key, label: t(`view.${key}`) }))}
        />
        <div className="mt-4 mb-4 flex flex-wrap items-center gap-3">
          <SearchBox of={search} label={t('search')} />
          <Select
            aria-label={t('classFilter')}
            className="w-full sm:w-64"
            value={url['class'] ?? ''}
            onChange={event => change({ class: event.target.value })}
          >
            <option value="">{t('allClasses')}</option>
            <ClassOptions />
          </Select>
          <p role="status" className="ms-auto text-sm text-ink-2 tabular-nums">
            {pages.total !== undefined && t('count', { n: pages.total })}
          </p>
        </div>
      </div>
      <PagedTable
        of={pages}
        caption={t('title')}
        columns={columns}
        rowKey={row => row.id}
        rowLabel={nameText}
        onOpen={row => change({ id: row.id })}
        openKey={url['id']}
        empty={
          isFiltered ? (
            <Empty action={<Button onClick={clear}>{words('clearFilters')}</Button>}>
              {search.search ? words('nobodyMatches', { search: search.search }) : t('noneInClass')}
            </Empty>
          ) : (
            <Empty>{t(`empty.${view}`)}</Empty>
          )
        }
      />
      {url['id'] && <OfficeStudentPanel key={url['id']} id={url['id']} onClose={() => change({ id: undefined })} />}
    </Page>
  )
}
