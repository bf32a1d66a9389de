import { ArrowLeft } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { gradedTerm } from '#contract/school/terms.plain.ts'
import { useRead } from '#web/wire/call.ts'
import { Link } from '#web/routing/link.tsx'
import { useNameText } from '#web/words/Name.tsx'
import { GradeBook } from '#web/teaching/grades/GradeBook.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { Tongues } from '#web/words/Tongues.tsx'

/** The grade books of a teacher's classes; `?grades=` names the class, or opens the first one to grade. */
export const TeacherGradeBook = () => {
  const t = useTranslations('gradeBook')
  const nameText = useNameText()
  const [url, change] = useUrlState()
  const terms = useRead('terms-list', {})
  const taught = useRead('classes-list', {}).filter(({ status }) => !['draft', 'cancelled'].includes(status))
  const byTerm = terms
    .map(term => ({ term, sections: taught.filter(({ termId }) => termId === term.id) }))
    .filter(({ sections }) => sections.length > 0)
  const graded = gradedTerm(byTerm.map(({ term }) => term))
  const section = taught.find(({ id }) => id === url['grades']) ?? taught.find(({ termId }) => termId === graded?.id)
  const options = (sections: typeof taught) =>
    sections.map(each => (
      <option key={each.id} value={each.id}>
        {nameText(each)}
      </option>
    ))
  return (
    <Page
      board
      below
      title={t('title')}
      above={
        <Link
          data-noprint
          to="/teacherdashboard/"
          className="inline-flex min-h-11 items-center gap-1.5 hover:text-on-board"
        >
          <ArrowLeft size={18} aria-hidden className="rtl:-scale-x-100" />
          {t('today')}
        </Link>
      }
    >
      {section ? (
        <>
          {taught.length > 1 ? (
            <div data-filters className="mb-5">
              <Field label={t('class')} className="w-full sm:w-80">
                <Select
                  value={section.id}
                  onChange={event =>
                    change({ grades: event.target.value, panel: undefined, id: undefined, column: undefined })
                  }
                >
                  {byTerm.length > 1
                    ? byTerm.map(({ term, sections }) => (
                        <optgroup key={term.id} label={nameText(term)}>
                          {options(sections)}
                        </optgroup>
                      ))
                    : options(taught)}
                </Select>
              </Field>
            </div>
          ) : (
            <h2 className="mb-3 text-xl">
              <Tongues text={nameText(section)} />
            </h2>
          )}
          <GradeBook key={section.id} sectionId={section.id} recordAt="/student" />
        </>
      ) : (
        <Empty>{t('noClasses')}</Empty>
      )}
    </Page>
  )
}
