import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReadLater } from '#web/wire/call.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useNameText } from '#web/words/Name.tsx'
import { EnrolFit, useEnrolling } from '#web/people/students/shared/EnrolFit.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { SearchInput } from '#web/ui/Input.tsx'
import { useUiText } from '#web/ui/text.tsx'

const shownAtMost = 6

type AddProps = { section: { id: string; name: string; nativeName: string }; onClose: () => void }

/** Finds a student for a class, shows the free seats and how the student fits, and enrolls them. */
export const OfficeAddToClass = ({ section, onClose }: AddProps) => {
  const t = useTranslations('enrolFit')
  const text = useUiText()
  const format = useFormat()
  const nameText = useNameText()
  const [typed, setTyped] = useState('')
  const [studentId, setStudentId] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = useReadLater('students-list', { search, sort: 'fit' }, { enabled: search !== '' })
  const rows = search === '' ? [] : (found.data?.rows ?? []).slice(0, shownAtMost)
  const chosen = rows.find(({ id }) => id === studentId)
  const enrolling = useEnrolling(
    { studentId: chosen?.id ?? '', sectionId: section.id, section: nameText(section) },
    onClose,
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('addTitle', { name: nameText(section) })}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          {enrolling.button}
        </>
      }
    >
      <div className="grid gap-3">
        <Field group label={t('student')}>
          <SearchInput
            label={t('find')}
            placeholder={t('find')}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
          {search !== '' && found.data?.rows.length === 0 && (
            <p role="status" className="py-2 text-sm text-ink-2">
              {t('noneFound', { search })}
            </p>
          )}
          <RadioGroup
            value={chosen?.id ?? null}
            onChange={setStudentId}
            options={rows.map(row => ({
              value: row.id,
              label: nameText(row),
              hint: [row.birthOn && format.day(row.birthOn), row.guardian, ...row.sections.map(nameText)]
                .filter(Boolean)
                .join(' · '),
            }))}
          />
        </Field>
        <EnrolFit key={chosen?.id} enrolling={enrolling} />
      </div>
    </Dialog>
  )
}
