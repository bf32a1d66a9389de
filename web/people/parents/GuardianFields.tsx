import { useTranslations } from 'use-intl'
import type { GuardianInput } from '#contract/people/parents.ts'
import { relationships } from '#contract/people/students.plain.ts'
import type { Language } from '#contract/values.ts'
import { languages } from '#contract/values.plain.ts'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'

type Contact = Pick<GuardianInput, 'name' | 'nativeName' | 'email' | 'phone' | 'otherPhones' | 'language'>
type FieldOf = (path: string) => { id: string; error: string | undefined }

type ContactFieldsProps<Values extends Contact> = {
  values: Values
  onChange: (values: Values) => void
  field: FieldOf
  /** A person with an account changes their email address themselves. */
  hasAccount?: boolean
}

/** The name and contact details of a guardian. */
export const ContactFields = <Values extends Contact>({
  values,
  onChange,
  field,
  hasAccount = false,
}: ContactFieldsProps<Values>) => {
  const t = useTranslations('people')
  const set = (key: keyof Contact) => (event: { target: { value: string } }) =>
    onChange({ ...values, [key]: event.target.value })
  return (
    <>
      <Field label={t('name')} required {...field('name')}>
        <Input value={values.name} onChange={set('name')} autoComplete="off" />
      </Field>
      <Field label={t('nativeName')} optional {...field('nativeName')}>
        <Input value={values.nativeName} onChange={set('nativeName')} autoComplete="off" />
      </Field>
      <Field label={t('email')} {...(hasAccount && { hint: t('emailFixed') })} optional {...field('email')}>
        <Input type="email" value={values.email} onChange={set('email')} disabled={hasAccount} autoComplete="off" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('phone')} optional {...field('phone')}>
          <Input type="tel" value={values.phone} onChange={set('phone')} autoComplete="off" />
        </Field>
        <Field label={t('language')} {...field('language')}>
          <Select
            value={values.language}
            onChange={event => onChange({ ...values, language: event.target.value as Language })}
          >
            {languages.map(language => (
              <option key={language} value={language}>
                {t(`languages.${language}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label={t('otherPhones')} hint={t('otherPhonesHint')} optional {...field('otherPhones')}>
        <Input value={values.otherPhones ?? ''} onChange={set('otherPhones')} autoComplete="off" />
      </Field>
    </>
  )
}

/** A guardian in a form: the relationship is still to be chosen. */
type GuardianDraft = Omit<GuardianInput, 'relationship'> & { relationship: GuardianInput['relationship'] | '' }

type Standing = Pick<GuardianDraft, 'relationship' | 'hasDataAccess' | 'mayPickUp'>

/** A guardian’s relationship to a child: what they may see, and whether they may pick it up. */
export const StandingFields = <Values extends Standing>({
  values,
  onChange,
  field,
}: {
  values: Values
  onChange: (values: Values) => void
  field: FieldOf
}) => {
  const t = useTranslations('people')
  const officeText = useTranslations('officeWords')
  return (
    <>
      <Field label={t('relationship')} required {...field('relationship')}>
        <Select
          value={values.relationship}
          onChange={event =>
            onChange({ ...values, relationship: event.target.value as (typeof relationships)[number] })
          }
        >
          {values.relationship === '' && <option value="">{t('chooseRelationship')}</option>}
          {relationships.map(each => (
            <option key={each} value={each}>
              {officeText(`relationship.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      <div>
        <Checkbox
          label={t('hasDataAccess')}
          hint={t('hasDataAccessHint')}
          checked={values.hasDataAccess}
          onChange={event => onChange({ ...values, hasDataAccess: event.target.checked })}
        />
        <Checkbox
          label={t('mayPickUp')}
          checked={values.mayPickUp}
          onChange={event => onChange({ ...values, mayPickUp: event.target.checked })}
        />
      </div>
    </>
  )
}

export const blankGuardian: GuardianDraft = {
  name: '',
  nativeName: '',
  email: '',
  phone: '',
  otherPhones: '',
  language: 'en',
  relationship: '',
  hasDataAccess: true,
  mayPickUp: true,
}
