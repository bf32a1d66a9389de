import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { chooseLanguage } from '#web/words/language.tsx'
import { languageNames, languages, type Language } from '#web/words/languages.ts'
import { Segmented } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'

type Guardian = Output<'parents-household'>[number]['guardians'][number]
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
