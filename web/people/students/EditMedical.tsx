import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { eachField, fieldsIn } from '#contract/studentFields.plain.ts'
import type { MedicalCard, Student } from '#contract/people/students.ts'
import { useWrite } from '#web/wire/call.ts'
import { FieldInput, useFieldLabel } from '#web/records/FieldInput.tsx'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'

const fields = fieldsIn('card')

/** Changes the medical card; undo restores the previous one. */
export const EditMedical = ({ student, onClose }: { student: Student; onClose: () => void }) => {
  const t = useTranslations('record.medical')
  const hints = useTranslations('fieldHints')
  const fieldText = useTranslations('field')
  const firstName = useFirstName()
  const before: MedicalCard = eachField(fields, field => student[field])
  const [card, change, replaced] = useChanges(before)
  const form = useForm('students-changeMedical', useFieldLabel())
  const undo = useWrite('students-changeMedical')
  return (
    <FormDialog
      title={t('edit')}
      description={t('lead', { name: firstName(student) })}
      form={form}
      verb={t('save')}
      onClose={onClose}
      onSubmit={() =>
        form.send({ id: student.id, ...card }, () => {
          toast(t('saved'), () => undo.start({ id: student.id, ...before }))
          onClose()
        })
      }
    >
      {fields.map(field => (
        <Fragment key={field}>
          <FieldInput
            field={field}
            value={card[field]}
            onText={text => change({ [field]: text })}
            hint={hints.has(field as 'medical') && hints(field as 'medical')}
            in={form.field(field)}
          />
          {replaced[field] !== undefined && (
            <Notice alert tone="warn" title={fieldText('changed')}>
              {replaced[field] || t('none')}
            </Notice>
          )}
        </Fragment>
      ))}
    </FormDialog>
  )
}
