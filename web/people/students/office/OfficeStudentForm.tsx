import { useTranslations } from 'use-intl'
import { eachField, fieldsIn } from '#contract/studentFields.plain.ts'
import type { Student, StudentInput } from '#contract/people/students.ts'
import { useFieldLabel } from '#web/records/FieldInput.tsx'
import { Replaced } from '#web/records/Replaced.tsx'
import { RecordForm } from '#web/records/RecordForm.tsx'
import { StudentFields } from '#web/people/students/StudentFields.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'

/** The form for a student's record, shown in its place. */
export const OfficeStudentForm = ({ student, onDone }: { student: Student; onDone: () => void }) => {
  const t = useTranslations('people')
  const [values, change, replaced] = useChanges<StudentInput>(
    eachField(fieldsIn('office'), field => student[field] ?? ''),
  )
  const labelOf = useFieldLabel()
  const form = useForm('students-change', labelOf)
  const submit = () =>
    form.send({ id: student.id, ...values }, () => {
      toast(t('saved'))
      onDone()
    })
  return (
    <RecordForm form={form} verb={t('save')} onSubmit={submit} onCancel={onDone}>
      <StudentFields values={values} onChange={change} field={form.field} />
      <Replaced fields={replaced} labelOf={labelOf} />
    </RecordForm>
  )
}
