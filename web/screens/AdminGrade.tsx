import { Printer } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Section } from '#contract/classes.ts'
import { useRead, useReadLater } from '#web/call.ts'
import { Failure } from '#web/Later.tsx'
import { ButtonLink } from '#web/link.tsx'
import { Name, useNameText } from '#web/Name.tsx'
import { OfficeRoster } from '#web/slices/classes/OfficeRoster.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'
import { useUrlState } from '#web/urlState.ts'
import { useFormat } from '#web/useFormat.ts'

const Heading = ({ section }: { section: Section }) => {
  const format = useFormat()
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
      <Chip crayon={section.crayon}>
        <Name {...section} />
      </Chip>
      <span>
        {[
          `${format.weekday(section.weekday)} ${format.time(section.startsAt)}–${format.time(section.endsAt)}`,
          section.room,
          section.teachers.join(', '),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  )
}

/** A class and who sits in it; no assessment exists yet, and the page says so. */
export default function AdminGrade() {
  const t = useTranslations('adminGrade')
  const words = useTranslations('officeWords')
  const nameText = useNameText()
  const [url, change] = useUrlState()
  const terms = useRead('terms-list', {})
  const sections = useRead('classes-list', {})
  const asked = sections.find(section => section.id === url['class'])
  const termId =
    url['term'] ??
    asked?.termId ??
    (terms.find(term => ['registration', 'active', 'grading'].includes(term.status)) ?? terms[0])?.id
  const inTerm = sections.filter(section => section.termId === termId && section.status !== 'cancelled')
  const section = inTerm.find(each => each.id === url['class']) ?? inTerm[0]
  const roster = useReadLater('classes-roster', { sectionId: section?.id ?? '' }, { enabled: section !== undefined })
  if (!section && inTerm.length === 0 && sections.length === 0)
    return (
      <Page title={t('title')}>
        <Empty
          action={
            <ButtonLink to="/adminconfig" search={{ subMenu: 'classes' }} variant="primary">
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
        <Button icon={Printer} onClick={() => print()}>
          {words('print')}
        </Button>
      }
    >
      <div data-noprint className="mb-5 flex flex-wrap gap-3">
        <Field label={words('term')} className="w-full sm:w-56">
          <Select value={termId ?? ''} onChange={event => change({ term: event.target.value, class: undefined })}>
            {terms.map(term => (
              <option key={term.id} value={term.id}>
                {nameText(term)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={words('class')} className="w-full sm:w-80">
          <Select value={section?.id ?? ''} onChange={event => change({ class: event.target.value })}>
            {inTerm.map(each => (
              <option key={each.id} value={each.id}>
                {nameText(each)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {section ? (
        <>
          <Heading section={section} />
          <Notice className="mb-5" title={t('noAssessmentsTitle')}>
            {t('noAssessments')}
          </Notice>
          <Failure error={roster.error} again={() => void roster.refetch()} />
          <OfficeRoster rows={roster.isPlaceholderData ? undefined : roster.data} name={nameText(section)} />
        </>
      ) : (
        <Empty>{t('noClassesInTerm')}</Empty>
      )}
    </Page>
  )
}
