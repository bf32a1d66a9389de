import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { parents } from '#contract/parents.ts'
import { useWrite } from '#web/call.ts'
import { useFailureText, useFieldText } from '#web/failureText.ts'
import { chooseLanguage } from '#web/language.tsx'
import { languageNames, languages, type Language } from '#web/languages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'

type Guardian = Output<'parents-household'>[number]['guardians'][number]

const fields = ['name', 'nativeName', 'phone'] as const
type FieldName = (typeof fields)[number]
/** What each field refuses, in the words of `field`. */
const messageOf = { name: 'empty', nativeName: 'long', phone: 'phone' } as const

const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text)

/** A guardian's own record, in a sheet. */
export const EditMe = ({ me, onClose }: { me: Guardian; onClose: () => void }) => {
  const t = useTranslations('household')
  const messages = useTranslations('field')
  const text = useUiText()
  const words = useFailureText()
  const fieldText = useFieldText()
  const write = useWrite('parents-changeMe', ['users'])
  const [values, setValues] = useState({ name: me.name, nativeName: me.nativeName, phone: me.phone })
  const [language, setLanguage] = useState<Language>(isLanguage(me.language) ? me.language : 'en')
  const [attempt, setAttempt] = useState(0)
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set())
  const errorOf = (name: FieldName): string | undefined =>
    wrong.has(name) ? messages(messageOf[name]) : fieldText(write.error, name)
  const problems = fields.flatMap(name => {
    const problem = errorOf(name)
    return problem ? [{ id: `me-${name}`, text: `${t(`fields.${name}`)}: ${problem}` }] : []
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    write.reset()
    setAttempt(attempt + 1)
    const checked = parents['parents-changeMe'].input.safeParse({ ...values, language })
    setWrong(new Set(checked.error?.issues.map(({ path }) => String(path[0]))))
    if (!checked.success) return
    write.start({ ...values, language }, () => {
      void chooseLanguage(language)
      toast(t('saved'))
      onClose()
    })
  }
  const change = (name: FieldName) => (event: { target: { value: string } }) =>
    setValues({ ...values, [name]: event.target.value })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('editMe')}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="edit-me" variant="primary" pending={write.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id="edit-me" noValidate onSubmit={submit} className="grid gap-5 py-1">
        {problems.length > 0 ? (
          <ErrorSummary problems={problems} attempt={attempt} />
        ) : (
          write.error !== null && (
            <Notice alert tone="danger">
              {words(write.error)}
            </Notice>
          )
        )}
        <Field id="me-name" label={t('fields.name')} error={errorOf('name')}>
          <Input autoComplete="name" value={values.name} onChange={change('name')} />
        </Field>
        <Field
          id="me-nativeName"
          label={t('fields.nativeName')}
          hint={t('nativeHint')}
          optional
          error={errorOf('nativeName')}
        >
          <Input value={values.nativeName} onChange={change('nativeName')} />
        </Field>
        <Field id="me-phone" label={t('fields.phone')} optional error={errorOf('phone')}>
          <Input type="tel" autoComplete="tel" value={values.phone} onChange={change('phone')} />
        </Field>
        <div>
          <p className="mb-1.5 text-sm font-semibold">{t('fields.language')}</p>
          <Segmented
            label={t('fields.language')}
            options={languages.map(value => ({ value, label: languageNames[value] }))}
            value={language}
            onChange={setLanguage}
          />
        </div>
        <p className="text-sm text-ink-2">{t('emailHint')}</p>
      </form>
    </Dialog>
  )
}
