import { useTranslations } from 'use-intl'
import { Field } from '#web/ui/Field.tsx'
import { Input, Textarea } from '#web/ui/Input.tsx'

export type StudentValues = {
  name: string
  nativeName: string
  preferredName: string
  birthOn: string
  grade: string
  allergies: string
  medical: string
}
export const blankStudent: StudentValues = {
  name: '',
  nativeName: '',
  preferredName: '',
  birthOn: '',
  grade: '',
  allergies: '',
  medical: '',
}

type StudentFieldsProps = {
  values: StudentValues
  onChange: (values: StudentValues) => void
  field: (path: string) => { id: string; error: string | undefined }
}

/** What the office writes down of a student. */
export const StudentFields = ({ values, onChange, field }: StudentFieldsProps) => {
  const t = useTranslations('people')
  const set = (key: keyof StudentValues) => (event: { target: { value: string } }) =>
    onChange({ ...values, [key]: event.target.value })
  return (
    <>
      <Field label={t('name')} required {...field('name')}>
        <Input value={values.name} onChange={set('name')} autoComplete="off" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('nativeName')} optional {...field('nativeName')}>
          <Input value={values.nativeName} onChange={set('nativeName')} autoComplete="off" />
        </Field>
        <Field label={t('preferredName')} optional {...field('preferredName')}>
          <Input value={values.preferredName} onChange={set('preferredName')} autoComplete="off" />
        </Field>
        <Field label={t('birthOn')} required {...field('birthOn')}>
          <Input type="date" value={values.birthOn} onChange={set('birthOn')} />
        </Field>
        <Field label={t('grade')} optional {...field('grade')}>
          <Input value={values.grade} onChange={set('grade')} autoComplete="off" />
        </Field>
      </div>
      <Field label={t('allergies')} optional {...field('allergies')}>
        <Textarea rows={2} value={values.allergies} onChange={set('allergies')} />
      </Field>
      <Field label={t('medical')} optional {...field('medical')}>
        <Textarea rows={2} value={values.medical} onChange={set('medical')} />
      </Field>
    </>
  )
}
