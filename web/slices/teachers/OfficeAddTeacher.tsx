import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { blankTeacher, TeacherFields, type TeacherValues } from '#web/slices/teachers/TeacherFields.tsx'
import { useForm } from '#web/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorSummary } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'

/** Adds a teacher and sends the invitation to sign in. */
export const OfficeAddTeacher = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('adminTeacher')
  const text = useUiText()
  const [values, setValues] = useState(blankTeacher)
  const form = useForm('teachers-create', path => (path in blankTeacher ? t(path as keyof TeacherValues) : path), [
    'classes',
    'users',
  ])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send(values, teacher => {
      toast(t('added', { name: teacher.name, email: teacher.email }))
      onClose()
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('add')}
      description={t('addHint')}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="add-teacher" variant="primary" pending={form.isPending}>
            {t('invite')}
          </Button>
        </>
      }
    >
      <form id="add-teacher" noValidate onSubmit={submit} className="grid gap-4 py-1">
        <ErrorSummary problems={form.problems} attempt={form.attempt} />
        {form.failure && (
          <Notice alert tone="danger">
            {form.failure}
          </Notice>
        )}
        <TeacherFields values={values} onChange={setValues} field={form.field} />
      </form>
    </Dialog>
  )
}
