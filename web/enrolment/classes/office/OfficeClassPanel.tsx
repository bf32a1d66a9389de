import { useTranslations } from 'use-intl'
import type { Section } from '#contract/enrolment/classes.ts'
import type { Output } from '#contract/index.ts'
import type { Term } from '#contract/school/terms.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { useNameText } from '#web/words/Name.tsx'
import { OfficeClassForm } from '#web/enrolment/classes/office/OfficeClassForm.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'

/** The parts that a class may use: none that are archived, except those that it already has. */
const usable = (parts: Output<'classes-parts'>, section: Section | null): Output<'classes-parts'> => {
  const courses = parts.courses.filter(({ id, isArchived }) => !isArchived || id === section?.courseId)
  return {
    ...parts,
    courses,
    programmes: parts.programmes.filter(({ id }) => courses.some(course => course.programmeId === id)),
    rooms: parts.rooms.filter(({ id, isArchived }) => !isArchived || id === section?.roomId),
  }
}

type PanelProps = {
  /** Null for a new class. */
  section: Section | null
  term: Term
  others: readonly Section[]
  onClose: () => void
}

/** The form of a class, beside its page or the list. */
export const OfficeClassPanel = ({ section, term, others, onClose }: PanelProps) => {
  const t = useTranslations('officeClasses')
  const nameText = useNameText()
  const parts = useReadLater('classes-parts', {})
  return (
    <SidePanel
      open
      onClose={onClose}
      title={section ? nameText(section) : t('add')}
      description={t(section ? 'editHint' : 'addHint', { term: nameText(term) })}
    >
      <Later read={parts}>
        {found => (
          <OfficeClassForm
            section={section}
            term={term}
            parts={usable(found, section)}
            others={others}
            onSaved={onClose}
          />
        )}
      </Later>
    </SidePanel>
  )
}
