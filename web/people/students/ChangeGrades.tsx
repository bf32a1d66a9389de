import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDone } from '#web/lists/archiving.ts'
import { BulkPreview } from '#web/lists/BulkPreview.tsx'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'

type ChangeGradesProps = { ids: readonly string[]; onClose: () => void; onDone: () => void }

/** Moves students to another school grade. */
export const ChangeGrades = ({ ids, onClose, onDone }: ChangeGradesProps) => {
  const t = useTranslations('tables.bulk')
  const failureText = useFailureText()
  const done = useDone()
  const [grade, setGrade] = useState<string | null>(null)
  const grades = useReadLater('students-grades', {}).data ?? []
  const wanted = grade?.trim() ?? ''
  const preview = useReadLater(
    'students-preview',
    { ids: [...ids], act: 'grade', grade: wanted },
    { enabled: grade !== null },
  )
  const change = useWrite('students-changeGrades')
  return (
    <BulkPreview
      title={t('grade.title')}
      preview={{ ...preview, data: grade === null ? undefined : preview.data }}
      chosen={ids.length}
      says={n => (wanted === '' ? t('grade.none', { n }) : t('grade.students', { n, grade: wanted }))}
      verb={n => t('grade.verb', { n })}
      onConfirm={() =>
        change.start({ ids: [...ids], grade: wanted }, ({ changed, batchId }) => {
          onDone()
          done(t('grade.done', { n: changed.length }), batchId)
        })
      }
      isPending={change.isPending}
      failure={change.error === null ? null : failureText(change.error)}
      onClose={onClose}
    >
      <Field label={t('grade.label')} hint={t('grade.hint')} id="new-grade">
        <Input
          value={grade ?? ''}
          onChange={event => setGrade(event.target.value)}
          list="grades"
          maxLength={200}
          autoComplete="off"
          className="mb-4 w-48"
        />
        <datalist id="grades">
          {grades.map(each => (
            <option key={each.grade} value={each.grade} />
          ))}
        </datalist>
      </Field>
    </BulkPreview>
  )
}
