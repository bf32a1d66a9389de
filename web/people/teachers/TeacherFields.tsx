import { useTranslations } from 'use-intl'
import { useMails } from '#web/wire/mails.ts'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'

export type TeacherValues = Record<'name' | 'nativeName' | 'email' | 'phone' | 'otherPhones' | 'work', string>
export const blankTeacher: TeacherValues = { name: '', nativeName: '', email: '', phone: '', otherPhones: '', work: '' }

/** Returns a function that labels the fields of a teacher's form. */
export const useTeacherLabel = () => {
  const t = useTranslations('adminTeacher')
  const peopleText = useTranslations('people')
  return (path: string): string =>
    path === 'otherPhones'
      ? peopleText(path)
      : path in blankTeacher
        ? t(path as Exclude<keyof TeacherValues, 'otherPhones'>)
        : path
}

type TeacherFieldsProps = {
  values: TeacherValues
  onChange: (values: TeacherValues) => void
  field: (path: string) => { id: string; error: string | undefined }
  /** A person with an account changes their email address themselves. */
  hasAccount?: boolean
}

/** The fields of a teacher that the office fills in. */
export const TeacherFields = ({ values, onChange, field, hasAccount = false }: TeacherFieldsProps) => {
  const t = useTranslations('adminTeacher')
  const peopleText = useTranslations('people')
  const mails = useMails()
  const set = (key: keyof TeacherValues) => (event: { target: { value: string } }) =>
    onChange({ ...values, [key]: event.target.value })
  return (
    <>
      <Field label={t('name')} required {...field('name')}>
        <Input value={values.name} onChange={set('name')} autoComplete="off" />
      </Field>
      <Field label={t('nativeName')} hint={t('nativeNameHint')} optional {...field('nativeName')}>
        <Input value={values.nativeName} onChange={set('nativeName')} autoComplete="off" />
      </Field>
      <Field
        label={t('email')}
        hint={hasAccount ? peopleText('emailFixed') : t(mails === 'kept' ? 'emailHintKept' : 'emailHint')}
        required
        {...field('email')}
      >
        <Input type="email" value={values.email} onChange={set('email')} disabled={hasAccount} autoComplete="off" />
      </Field>
      <Field label={t('phone')} optional {...field('phone')}>
        <Input type="tel" value={values.phone} onChange={set('phone')} autoComplete="off" />
      </Field>
      <Field label={peopleText('otherPhones')} hint={peopleText('otherPhonesHint')} optional {...field('otherPhones')}>
        <Input value={values.otherPhones} onChange={set('otherPhones')} autoComplete="off" />
      </Field>
      <Field label={t('work')} hint={t('workHint')} optional {...field('work')}>
        <Input value={values.work} onChange={set('work')} autoComplete="off" />
      </Field>
    </>
  )
}
