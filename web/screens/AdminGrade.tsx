import { useTranslations } from 'use-intl'
import { gradedTerm } from '#contract/school/terms.plain.ts'
import type { Section } from '#contract/enrolment/classes.ts'
import { useRead } from '#web/wire/call.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { Name, useNameText, useTeachersText } from '#web/words/Name.tsx'
import { GradeBook } from '#web/teaching/grades/GradeBook.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

const Heading = ({ section }: { section: Section }) => {
  const format = useFormat()
  const teachersText = useTeachersText()
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
      <Chip crayon={section.crayon}>
        <Name {...section} />
      </Chip>
      <span>
        {[
          `${format.weekday(section.weekday)} ${format.time(section.startsAt)}–${format.time(section.endsAt)}`,
          section.room,
          teachersText(section),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  )
}

/** The grade book of any class; term and class are in the address. */
export default function AdminGrade() {
  const t = useTranslations('adminGrade')
  const officeText = useTranslations('officeWords')
  const nameText = useNameText()
  const [url, change] = useUrlState()
  const terms = useRead('terms-list', {})
  const sections = useRead('classes-list', {})
  const asked = sections.find(section => section.id === url['class'])
  const termId = url['term'] ?? asked?.termId ?? gradedTerm(terms)?.id
  // The page names the term.
  const inTerm = sections
    .filter(section => section.termId === termId && section.status !== 'cancelled')
    .map(each => ({ ...each, otherTerm: null }))
  const section = inTerm.find(each => each.id === url['class']) ?? inTerm[0]
  const closed = { panel: undefined, id: undefined, column: undefined }
  if (sections.length === 0)
    return (
      <Page title={t('title')}>
        <Empty
          action={
            <ButtonLink to="/adminclass" variant="primary">
              {t('toClasses')}
            </ButtonLink>
          }
        >
          {t('noClasses')}
        </Empty>
      </Page>
    )
  return (
    <Page
      title={t('title')}
      actions={
        <ButtonLink to="/adminconfig" search={{ subMenu: 'scales' }} variant="quiet">
          {t('toScales')}
        </ButtonLink>
      }
    >
      <div data-filters className="mb-5 flex flex-wrap gap-3">
        <Field label={officeText('term')} className="w-full sm:w-56">
          <Select
            value={termId ?? ''}
            onChange={event => change({ ...closed, term: event.target.value, class: undefined })}
          >
            {terms.map(term => (
              <option key={term.id} value={term.id}>
                {nameText(term)}
              </option>
            ))}
          </Select>
        </Field>
        {section && (
          <Field label={officeText('class')} className="w-full sm:w-80">
            <Select value={section.id} onChange={event => change({ ...closed, class: event.target.value })}>
              {inTerm.map(each => (
                <option key={each.id} value={each.id}>
                  {nameText(each)}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      {section ? (
        <>
          <Heading section={section} />
          <GradeBook key={section.id} sectionId={section.id} recordAt="/adminstudent" />
        </>
      ) : (
        <Empty>{t('noClassesInTerm')}</Empty>
      )}
    </Page>
  )
}
