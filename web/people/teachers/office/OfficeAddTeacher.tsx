import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { blankTeacher, TeacherFields, type TeacherValues } from '#web/people/teachers/TeacherFields.tsx'
import { useForm } from '#web/records/useForm.ts'
import { toast } from '#web/ui/Toast.tsx'

/** Adds a teacher and sends the invitation to sign in. */
export const OfficeAddTeacher = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('adminTeacher')
  const [values, setValues] = useState(blankTeacher)
  const form = useForm('teachers-create', path => (path in blankTeacher ? t(path as keyof TeacherValues) : path), [
    'classes',
    'users',
  ])
  const submit = () =>
    form.send(values, teacher => {
      toast(t('added', { name: teacher.name, email: teacher.email }))
      onClose()
    })
  return (
    <FormDialog
      onClose={onClose}
      title={t('add')}
      description={t('addHint')}
      verb={t('invite')}
      form={form}
      onSubmit={submit}
    >
      <TeacherFields values={values} onChange={setValues} field={form.field} />
    </FormDialog>
  )
}
