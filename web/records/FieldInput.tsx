import { useTranslations } from 'use-intl'
import { type FieldType, isNeeded, type StudentField, studentFields } from '#contract/studentFields.plain.ts'
import { Field } from '#web/ui/Field.tsx'
import { Input, Textarea } from '#web/ui/Input.tsx'

const inputTypes: Record<Exclude<FieldType, 'text'>, string> = { name: 'text', line: 'text', day: 'date', phone: 'tel' }

/** Returns a function that names a field by its path in a form's input, for its messages. */
export const useFieldLabel = (): ((path: string) => string) => {
  const t = useTranslations('personFields')
  return path => {
    const name = path.split('.').at(-1) ?? ''
    return t.has(name as 'name') ? t(name as 'name') : path
  }
}

type FieldInputProps = {
  field: StudentField
  value: string
  onText: (text: string) => void
  hint?: string | false
  /** The field's id and error, from its form. */
  in: { id: string; error: string | undefined }
}

/** The input for a field of a student, according to the field's type. */
export const FieldInput = ({ field, value, onText, hint, in: at }: FieldInputProps) => {
  const t = useTranslations('personFields')
  const { type } = studentFields[field]
  const input = { value, onChange: (event: { target: { value: string } }) => onText(event.target.value) }
  return (
    <Field {...at} label={t(field)} hint={hint} {...(isNeeded(field) ? { required: true } : { optional: true })}>
      {type === 'text' ? (
        <Textarea rows={2} {...input} />
      ) : (
        <Input type={inputTypes[type]} autoComplete="off" {...input} />
      )}
    </Field>
  )
}
