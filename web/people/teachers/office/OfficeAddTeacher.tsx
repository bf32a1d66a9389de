import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { blankTeacher, TeacherFields, useTeacherLabel } from '#web/people/teachers/TeacherFields.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useInvited } from '#web/access/users/shared/useInvited.tsx'

/** Adds a teacher and sends the invitation to sign in. */
export const OfficeAddTeacher = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('adminTeacher')
  const [values, setValues] = useState(blankTeacher)
  const form = useForm('teachers-create', useTeacherLabel())
  const invited = useInvited()
  const handing = useTranslations('handingOver')
  const submit = () =>
    form.send(values, teacher => {
      invited.tell(teacher, t('added', { name: teacher.name, email: teacher.email }), onClose)
    })
  return (
    invited.dialog ?? (
      <FormDialog
        onClose={onClose}
        title={t('add')}
        description={invited.isByHand ? handing('hint') : t('addHint')}
        verb={t('invite')}
        form={form}
        onSubmit={submit}
      >
        <TeacherFields values={values} onChange={setValues} field={form.field} />
      </FormDialog>
    )
  )
}
