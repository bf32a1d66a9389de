import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Student } from '#contract/people/students.ts'
import { StudentFields, type StudentValues } from '#web/people/students/StudentFields.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorSummary } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'

/** Changes a student's record, in place of it. */
export const OfficeStudentForm = ({ student, onDone }: { student: Student; onDone: () => void }) => {
  const t = useTranslations('people')
  const text = useUiText()
  const { id, name, nativeName, preferredName, birthOn, grade, allergies, medical } = student
  const [values, setValues] = useState<StudentValues>({
    name,
    nativeName,
    preferredName,
    birthOn: birthOn ?? '',
    grade,
    allergies,
    medical,
  })
  const form = useForm('students-change', path => (path in values ? t(path as keyof StudentValues) : path), [
    'parents',
    'classes',
    'absences',
  ])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send({ id, ...values }, () => {
      toast(t('saved'))
      onDone()
    })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <ErrorSummary problems={form.problems} attempt={form.attempt} />
      {form.failure && (
        <Notice alert tone="danger">
          {form.failure}
        </Notice>
      )}
      <StudentFields values={values} onChange={setValues} field={form.field} />
      <div className="flex justify-end gap-3">
        <Button onClick={onDone}>{text.cancel}</Button>
        <Button type="submit" variant="primary" pending={form.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
