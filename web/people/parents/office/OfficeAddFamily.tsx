import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { blankGuardian, ContactFields, StandingFields } from '#web/people/parents/GuardianFields.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'

/** Returns a function that labels a field of a guardian's or family's form. */
export const useFamilyLabel = (): ((path: string) => string) => {
  const t = useTranslations('people')
  return path => {
    const last = path.split('.').at(-1)!
    return t.has(last as 'name') && last !== 'student' && last !== 'family' ? t(last as 'name') : path
  }
}

/** Creates a family with its first guardian. */
export const OfficeAddFamily = ({ onClose, onAdded }: { onClose: () => void; onAdded: (id: string) => void }) => {
  const t = useTranslations('people.family')
  const peopleText = useTranslations('people')
  const language = useLocale()
  const [family, setFamily] = useState({ name: '', address: '' })
  const [guardian, setGuardian] = useState({ ...blankGuardian, language })
  // By default the family has the name of its first guardian, until another is typed.
  const [isNamed, setNamed] = useState(false)
  const label = useFamilyLabel()
  const form = useForm('parents-create', path => (path === 'name' ? t('household') : label(path)))
  const name = isNamed ? family.name : guardian.name
  const submit = () =>
    form.send({ ...family, name, guardian }, ({ id }) => {
      toast(t('added', { name }))
      onAdded(id)
    })
  return (
    <FormDialog onClose={onClose} title={t('add')} description={t('addHint')} form={form} onSubmit={submit}>
      <h3 className="display text-lg">{t('guardian')}</h3>
      <ContactFields values={guardian} onChange={setGuardian} field={path => form.field(`guardian.${path}`)} />
      <StandingFields values={guardian} onChange={setGuardian} field={path => form.field(`guardian.${path}`)} />
      <Field label={t('household')} hint={t('householdHint')} required {...form.field('name')}>
        <Input
          value={name}
          onChange={event => {
            setNamed(true)
            setFamily({ ...family, name: event.target.value })
          }}
          autoComplete="off"
        />
      </Field>
      <Field label={peopleText('address')} optional {...form.field('address')}>
        <Input
          value={family.address}
          onChange={event => setFamily({ ...family, address: event.target.value })}
          autoComplete="off"
        />
      </Field>
    </FormDialog>
  )
}
