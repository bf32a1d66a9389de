import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import type { ProviderSettings } from '#contract/settings.ts'
import { call, useRead } from '#web/call.ts'
import { useFailureText } from '#web/failureText.ts'
import { useMay } from '#web/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Switch } from '#web/ui/Choice.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { Input, PasswordInput } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { schoolReady } from '#web/school.ts'
import { useForm } from '#web/useForm.ts'
import { RuleHistory } from './RuleHistory.tsx'

type Found = Output<'identity-testProvider'>

/** What asking the provider found, in a sentence, and what was seen in small print. */
const Finding = ({ found }: { found: Found }) => {
  const t = useTranslations('signingIn.office.found')
  const tone = found.finding === 'good' ? 'good' : found.finding === 'withoutPkce' ? 'warn' : 'danger'
  return (
    <Notice tone={tone} alert={tone === 'danger'}>
      {t(found.finding, { issuer: found.issuer, keys: found.keys })}
      {found.detail && <span className="mt-1 block font-mono text-xs break-all">{found.detail}</span>}
    </Notice>
  )
}

/** The test button: asks the provider at the address that stands in the form, saved or not. */
const Test = ({ issuer }: { issuer: string }) => {
  const t = useTranslations('signingIn.office')
  const words = useFailureText()
  const [found, setFound] = useState<{ of: string; answer: Found } | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isAsking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    setFailure(null)
    try {
      setFound({ of: issuer, answer: await call('identity-testProvider', { issuer }) })
    } catch (error) {
      setFailure(error)
    }
    setAsking(false)
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          disabled={issuer.trim() === ''}
          pending={isAsking}
          pendingText={t('testing')}
          onClick={() => void ask()}
        >
          {t('test')}
        </Button>
        <span className="min-w-0 flex-1 text-sm text-ink-2">{t('testHint')}</span>
      </div>
      <div role="status">{found?.of === issuer && <Finding found={found.answer} />}</div>
      {failure !== null && (
        <Notice alert tone="danger">
          {words(failure)}
        </Notice>
      )}
    </div>
  )
}

/** The school's own provider of sign-ins: its address and keys, a test, and the button on the sign-in page. */
export const OfficeProvider = () => {
  const t = useTranslations('signingIn.office')
  const may = useMay()
  const view = useRead('identity-provider', {})
  const [provider, setProvider] = useState(view.provider)
  const [secret, setSecret] = useState('')
  const form = useForm('identity-changeProvider', path => t(labelOf(path)), ['config'])
  const set = (change: Partial<ProviderSettings>) => setProvider(before => ({ ...before, ...change }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send({ provider, ...(secret === '' ? {} : { secret }) }, () => {
      setSecret('')
      void schoolReady(true)
      toast(t('saved'))
    })
  }
  const describe = (value: ProviderSettings): string =>
    value.isOn ? t('textOn', { label: value.label, issuer: value.issuer }) : t('textOff')
  const text = (key: 'issuer' | 'clientId' | 'label' | 'nativeLabel') => ({
    value: provider[key],
    onChange: (event: { target: { value: string } }) => set({ [key]: event.target.value }),
  })
  return (
    <>
      <Card title={t('title')}>
        <form noValidate onSubmit={submit} className="grid gap-5">
          <p className="text-sm text-ink-2">{t('lead')}</p>
          <ErrorSummary problems={form.problems} attempt={form.attempt} />
          {form.failure && (
            <Notice alert tone="danger">
              {form.failure}
            </Notice>
          )}
          <Field label={t('redirect')} hint={t('redirectHint')}>
            <div className="flex gap-2">
              <Input readOnly className="min-w-0 flex-1 font-mono text-sm" value={view.redirectUri} />
              <Button
                onClick={() => void navigator.clipboard.writeText(view.redirectUri).then(() => toast(t('copied')))}
              >
                {t('copy')}
              </Button>
            </div>
          </Field>
          <Field label={t('issuer')} hint={t('issuerHint')} {...form.field('provider.issuer')}>
            <Input inputMode="url" spellCheck={false} {...text('issuer')} />
          </Field>
          {may('identity-testProvider') === true && <Test issuer={provider.issuer} />}
          <Field label={t('clientId')} hint={t('clientIdHint')} {...form.field('provider.clientId')}>
            <Input autoComplete="off" spellCheck={false} {...text('clientId')} />
          </Field>
          <Field
            label={t('secret')}
            hint={view.secretEnding === null ? t('secretHint') : t('secretKept', { ending: view.secretEnding })}
            {...form.field('secret')}
          >
            <PasswordInput autoComplete="off" value={secret} onChange={event => setSecret(event.target.value)} />
          </Field>
          <Field label={t('label')} hint={t('labelHint')} {...form.field('provider.label')}>
            <Input {...text('label')} />
          </Field>
          <Field label={t('nativeLabel')} optional {...form.field('provider.nativeLabel')}>
            <Input lang="zh-Hans" {...text('nativeLabel')} />
          </Field>
          <Switch label={t('isOn')} hint={t('scopes')} checked={provider.isOn} onChange={isOn => set({ isOn })} />
          {may('identity-changeProvider') === true && (
            <Button type="submit" variant="primary" pending={form.isPending} className="justify-self-start">
              {t('save')}
            </Button>
          )}
        </form>
      </Card>
      <RuleHistory kind="provider" describe={describe} />
    </>
  )
}

const labelOf = (path: string): 'issuer' | 'clientId' | 'secret' | 'label' | 'nativeLabel' => {
  const name = path.replace('provider.', '')
  return name === 'issuer' || name === 'clientId' || name === 'secret' || name === 'nativeLabel' ? name : 'label'
}
