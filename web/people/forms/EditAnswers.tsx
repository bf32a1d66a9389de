import { useTranslations } from 'use-intl'
import type { FieldAnswer, FieldValues } from '#contract/people/forms.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { OwnField } from '#web/people/forms/shared/OwnField.tsx'
import { useFieldText } from '#web/people/forms/shared/fieldText.ts'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'

export type Subject = { studentId: string } | { householdId: string }

/** Changes the answers about a person or household, all questions at once. */
export default function EditAnswers({
  subject,
  sectionId,
  name,
  answers,
  onClose,
}: {
  subject: Subject
  /** The class that the answers are for, if they are answers for a class. */
  sectionId?: string
  name: string
  answers: readonly FieldAnswer[]
  onClose: () => void
}) {
  const t = useTranslations('ownFields')
  const text = useFieldText()
  const [values, change] = useChanges<FieldValues>(
    Object.fromEntries(answers.flatMap(({ field, value }) => (value === null ? [] : [[field.id, value]]))),
  )
  const labelOf = (path: string): string => {
    const found = answers.find(({ field }) => path === `values.${field.id}`)
    return found ? text(found.field).label : path
  }
  const form = useForm('forms-answer', labelOf)
  // Saving doesn't answer questions that no one has touched.
  const given = () =>
    Object.fromEntries(
      answers.flatMap(({ field, value }) => {
        const typed = values[field.id] ?? (field.isRequired ? '' : undefined)
        return typed === undefined || (value === null && typed === '' && !field.isRequired) ? [] : [[field.id, typed]]
      }),
    )
  return (
    <FormDialog
      title={t('editOf', { name })}
      verb={t('save')}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        form.send({ ...subject, ...(sectionId !== undefined && { sectionId }), values: given() }, () => {
          toast(t('saved'))
          onClose()
        })
      }
    >
      {answers.map(({ field }) => (
        <OwnField
          key={field.id}
          field={field}
          {...form.field(`values.${field.id}`)}
          value={values[field.id]}
          onChange={value => change({ [field.id]: value })}
        />
      ))}
    </FormDialog>
  )
}
