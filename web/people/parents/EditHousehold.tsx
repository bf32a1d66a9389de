import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useWrite } from '#web/wire/call.ts'
import { chooseLanguage } from '#web/words/language.tsx'
import { languageNames, languages, type Language } from '#web/words/languages.ts'
import { Segmented } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'

type Household = Output<'parents-household'>[number]
type Guardian = Household['guardians'][number]
type Contact = Household['contacts'][number]
type FieldName = 'name' | 'nativeName' | 'phone'

const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text)

/** The form for a guardian's own record, in a sheet. */
export const EditMe = ({ me, onClose }: { me: Guardian; onClose: () => void }) => {
  const t = useTranslations('household')
  const form = useForm('parents-changeMe', path => t(`fields.${path as FieldName}`))
  const [values, change] = useChanges({
    name: me.name,
    nativeName: me.nativeName,
    phone: me.phone,
    language: isLanguage(me.language) ? me.language : ('en' as const),
  })
  const type = (name: FieldName) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <FormDialog
      title={t('editMe')}
      verb={t('save')}
      form={form}
      onSubmit={() =>
        form.send(values, () => {
          void chooseLanguage(values.language)
          toast(t('saved'))
          onClose()
        })
      }
      onClose={onClose}
    >
      <Field label={t('fields.name')} {...form.field('name')}>
        <Input autoComplete="name" {...type('name')} />
      </Field>
      <Field label={t('fields.nativeName')} hint={t('nativeHint')} optional {...form.field('nativeName')}>
        <Input {...type('nativeName')} />
      </Field>
      <Field label={t('fields.phone')} optional {...form.field('phone')}>
        <Input type="tel" autoComplete="tel" {...type('phone')} />
      </Field>
      <div>
        <p className="mb-1.5 text-sm font-semibold">{t('fields.language')}</p>
        <Segmented
          label={t('fields.language')}
          options={languages.map(value => ({ value, label: languageNames[value] }))}
          value={values.language}
          onChange={language => change({ language })}
        />
      </div>
      <p className="text-sm text-ink-2">{t('emailHint')}</p>
    </FormDialog>
  )
}

/** The form for the household's address, in a sheet. */
export const EditAddress = ({ household, onClose }: { household: Household; onClose: () => void }) => {
  const t = useTranslations('household')
  const form = useForm('parents-changeAddress', () => t('address'))
  const undo = useWrite('parents-changeAddress')
  const [{ address }, change] = useChanges({ address: household.address })
  return (
    <FormDialog
      title={t('editAddress')}
      verb={t('save')}
      form={form}
      onSubmit={() =>
        form.send({ householdId: household.id, address }, () => {
          toast(t('saved'), () => undo.start({ householdId: household.id, address: household.address }))
          onClose()
        })
      }
      onClose={onClose}
    >
      <Field label={t('address')} hint={t('addressHint')} {...form.field('address')}>
        <Input
          autoComplete="street-address"
          value={address}
          onChange={event => change({ address: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}

/** Adds or changes an emergency contact. */
export const EditContact = ({
  household,
  contact,
  onClose,
}: {
  household: Household
  contact?: Contact
  onClose: () => void
}) => {
  const t = useTranslations('record')
  const label = (path: string) => (t.has(path as 'name') ? t(path as 'name') : path)
  const add = useForm('parents-addContact', label)
  const changing = useForm('parents-changeContact', label)
  const form = contact ? changing : add
  const [values, change] = useChanges({
    name: contact?.name ?? '',
    phone: contact?.phone ?? '',
    relationship: contact?.relationship ?? '',
  })
  const done = () => {
    toast(t('saved'))
    onClose()
  }
  return (
    <FormDialog
      title={t(contact ? 'contact.edit' : 'contact.add')}
      description={t('contact.hint')}
      form={form}
      verb={t('save')}
      onClose={onClose}
      onSubmit={() =>
        contact
          ? changing.send({ id: contact.id, ...values }, done)
          : add.send({ householdId: household.id, ...values }, done)
      }
    >
      <Field {...form.field('name')} label={t('name')}>
        <Input value={values.name} onChange={event => change({ name: event.target.value })} />
      </Field>
      <Field {...form.field('phone')} label={t('phone')}>
        <Input type="tel" value={values.phone} onChange={event => change({ phone: event.target.value })} />
      </Field>
      <Field {...form.field('relationship')} label={t('relationship')} hint={t('relationshipHint')} optional>
        <Input value={values.relationship} onChange={event => change({ relationship: event.target.value })} />
      </Field>
    </FormDialog>
  )
}
