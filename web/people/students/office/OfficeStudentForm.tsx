import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { eachField, fieldsIn } from '#contract/studentFields.plain.ts'
import type { Student, StudentInput } from '#contract/people/students.ts'
import { useFieldLabel } from '#web/records/FieldInput.tsx'
import { StudentFields } from '#web/people/students/StudentFields.tsx'
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
  const [values, setValues] = useState<StudentInput>(eachField(fieldsIn('office'), field => student[field] ?? ''))
  const form = useForm('students-change', useFieldLabel(), ['parents', 'classes', 'absences'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send({ id: student.id, ...values }, () => {
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
