import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { studentViews } from '#contract/people/students.plain.ts'
import { useReadLater } from '#web/wire/call.ts'
import { ClassOptions } from '#web/lists/ClassOptions.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** The classes of all terms, except canceled ones. */
const AllClasses = () => {
  const terms = useReadLater('terms-list', {}).data ?? []
  const sections = useReadLater('classes-names', {}).data ?? []
  return <ClassOptions terms={terms} sections={sections.filter(({ status }) => status !== 'cancelled')} />
}

/** The existing grades, each with its number of students. */
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

/** The filters of the student list: view, search, class and grade, all kept in the address. */
export const StudentFilters = ({
  view,
  search,
  total,
}: {
  view: (typeof studentViews)[number]
  search: ReactNode
  total: ReactNode
}) => {
  const t = useTranslations('adminStudent')
  const duplicates = useTranslations('duplicates')
  const people = useTranslations('people')
  const [url, change] = useUrlState()
  return (
    <div data-filters>
      <Tabs
        label={t('views')}
        value={view as typeof view | 'duplicates'}
        onChange={next => change({ view: next === 'everyone' ? undefined : next, term: undefined })}
        tabs={[
          ...studentViews.map(key => ({
            key,
            label: key === 'archived' ? people('views.archived') : t(`view.${key}`),
          })),
          { key: 'duplicates' as const, label: duplicates('title') },
        ]}
      />
      <div className="mt-4 mb-4 flex flex-wrap items-center gap-3">
        {search}
        <Select
          aria-label={t('classFilter')}
          className="w-full sm:w-64"
          value={url['class'] ?? ''}
          onChange={event => change({ class: event.target.value })}
        >
          <option value="">{t('allClasses')}</option>
          <AllClasses />
        </Select>
        {view !== 'waiting' && (
          <Select
            aria-label={people('gradeFilter')}
            className="w-full sm:w-44"
            value={url['grade'] ?? ''}
            onChange={event => change({ grade: event.target.value })}
          >
            <option value="">{people('allGrades')}</option>
            <GradeOptions />
          </Select>
        )}
        {total}
      </div>
    </div>
  )
}
