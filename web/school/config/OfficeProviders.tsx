import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ProvidersView } from '#contract/access/identity.ts'
import type { Output } from '#contract/index.ts'
import { isPreset, presets } from '#contract/providers.plain.ts'
import type { ProviderSettings, ProvidersSettings } from '#contract/settings.ts'
import { call, useRead, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useMay } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Switch } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, PasswordInput } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { copyText } from '#web/ui/copyText.ts'
import { toast } from '#web/ui/Toast.tsx'
import { schoolReady } from '#web/wire/school.ts'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { RuleHistory } from './RuleHistory.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { InChinese } from '#web/words/InChinese.tsx'

type Found = Output<'identity-testProvider'>

/** The result of the provider test in a sentence, with the technical details in small print. */
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

/** The test button: contacts the provider at the address in the form, saved or not. */
const Test = ({ issuer }: { issuer: string }) => {
  const t = useTranslations('signingIn.office')
  const failureText = useFailureText()
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
          {failureText(failure)}
        </Notice>
      )}
    </div>
  )
}

const fresh = { isOn: true, issuer: '', clientId: '', label: '', nativeLabel: '' }

/** Returns an unused id for another provider; only the official client reads it. */
const freeId = (taken: readonly string[]): string => {
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? 'oidc.school' : `oidc.school-${n}`
    if (!taken.includes(id)) return id
  }
}

const useNameOf = () => {
  const t = useTranslations('signingIn.office')
  return ({ id, label }: ProviderSettings): string => (isPreset(id) ? presets[id].name : label || t('unnamed'))
}

type Row = ProvidersView['providers'][number]
type ProviderFormProps = Row & { redirectUri: string; onClose: () => void }

/** One provider: its address and keys, a test, and the button on the sign-in page. */
const ProviderForm = ({ provider: before, secretEnding, redirectUri, onClose }: ProviderFormProps) => {
  const t = useTranslations('signingIn.office')
  const nameOf = useNameOf()
  const may = useMay()
  const [provider, set] = useChanges(before)
  const [secret, setSecret] = useState('')
  const form = useForm('identity-changeProvider', path => t(labelOf(path)))
  const submit = () =>
    form.send({ provider, ...(secret === '' ? {} : { secret }) }, () => {
      void schoolReady(true)
      toast(t('saved'))
      onClose()
    })
  const text = (key: 'issuer' | 'clientId' | 'label' | 'nativeLabel') => ({
    value: provider[key],
    onChange: (event: { target: { value: string } }) => set({ [key]: event.target.value }),
  })
  const { id } = provider
  const isKnown = isPreset(id)
  const isMicrosoft = id === 'microsoft.com'
  return (
    <FormDialog
      title={isKnown ? nameOf(provider) : t('other')}
      description={t(isMicrosoft ? 'microsoftLead' : id === 'google.com' ? 'googleLead' : 'otherLead')}
      verb={t('save')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('redirect')} hint={t('redirectHint')}>
        <div className="flex gap-2">
          <Input readOnly className="min-w-0 flex-1 font-mono text-sm" value={redirectUri} />
          <Button onClick={() => copyText(redirectUri, t('copied'))}>{t('copy')}</Button>
        </div>
      </Field>
      {(!isKnown || isMicrosoft) && (
        <Field
          label={t(isMicrosoft ? 'directory' : 'issuer')}
          hint={t(isMicrosoft ? 'directoryHint' : 'issuerHint')}
          optional={isMicrosoft}
          {...form.field('provider.issuer')}
        >
          <Input inputMode="url" spellCheck={false} {...text('issuer')} />
        </Field>
      )}
      {may('identity-testProvider') === true && (
        <Test issuer={provider.issuer === '' && isPreset(id) ? presets[id].issuer : provider.issuer} />
      )}
      <Field label={t('clientId')} hint={t('clientIdHint')} {...form.field('provider.clientId')}>
        <Input autoComplete="off" spellCheck={false} {...text('clientId')} />
      </Field>
      <Field
        label={t('secret')}
        hint={secretEnding === null ? t('secretHint') : t('secretKept', { ending: secretEnding })}
        {...form.field('secret')}
      >
        <PasswordInput autoComplete="off" value={secret} onChange={event => setSecret(event.target.value)} />
      </Field>
      {!isKnown && (
        <>
          <Field label={t('label')} hint={t('labelHint')} {...form.field('provider.label')}>
            <Input {...text('label')} />
          </Field>
          <InChinese text={provider.nativeLabel}>
            <Field label={t('nativeLabel')} optional {...form.field('provider.nativeLabel')}>
              <Input lang="zh-Hans" {...text('nativeLabel')} />
            </Field>
          </InChinese>
        </>
      )}
      <Switch
        label={t('isOn')}
        hint={t(isMicrosoft ? 'microsoftScopes' : 'scopes')}
        checked={provider.isOn}
        onChange={isOn => set({ isOn })}
      />
    </FormDialog>
  )
}

const Remove = ({ provider, onClose }: { provider: ProviderSettings; onClose: () => void }) => {
  const t = useTranslations('signingIn.office')
  const text = useUiText()
  const failureText = useFailureText()
  const nameOf = useNameOf()
  const remove = useWrite('identity-removeProvider')
  const start = () =>
    remove.start({ id: provider.id }, () => {
      void schoolReady(true)
      toast(t('removed'))
      onClose()
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('removeTitle', { name: nameOf(provider) })}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button variant="danger" pending={remove.isPending} onClick={start}>
            {t('remove')}
          </Button>
        </>
      }
    >
      {remove.error !== null && (
        <Notice alert tone="danger" className="mb-3">
          {failureText(remove.error)}
        </Notice>
      )}
      <p className="text-ink-2">{t('removeText')}</p>
    </Dialog>
  )
}

/** The sign-in providers, any number of them: well-known ones and the school's own. */
export const OfficeProviders = () => {
  const t = useTranslations('signingIn.office')
  const may = useMay()
  const { providers, redirectUri } = useRead('identity-providers', {})
  const nameOf = useNameOf()
  const format = useFormat()
  const [open, setOpen] = useState<{ what: 'change' | 'remove'; of: Row } | null>(null)
  const taken = providers.map(({ provider }) => provider.id)
  const mayChange = may('identity-changeProvider') === true
  const add = (id: string) => setOpen({ what: 'change', of: { provider: { ...fresh, id }, secretEnding: null } })
  const describe = ({ list }: ProvidersSettings): string => {
    const on = list.filter(({ isOn }) => isOn).map(nameOf)
    return on.length > 0 ? t('textOn', { names: format.list(on) }) : t('textOff')
  }
  const close = () => setOpen(null)
  /** The saved version of an open provider. */
  const now = (of: Row): Row => providers.find(({ provider }) => provider.id === of.provider.id) ?? of
  return (
    <>
      <Card title={t('title')}>
        <p className="mb-4 text-sm text-ink-2">{t('lead')}</p>
        {providers.length > 0 && (
          <ul className="mb-4 grid">
            {providers.map(row => (
              <li
                key={row.provider.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-0"
              >
                <div className="min-w-0">
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                    {nameOf(row.provider)}
                    <Badge tone={row.provider.isOn ? 'good' : 'neutral'}>{t(row.provider.isOn ? 'on' : 'off')}</Badge>
                  </p>
                  {row.provider.issuer && <p className="text-sm break-all text-ink-2">{row.provider.issuer}</p>}
                </div>
                {mayChange && (
                  <div className="flex flex-wrap gap-2">
                    <Button
                      size="small"
                      aria-label={t('changeOf', { name: nameOf(row.provider) })}
                      onClick={() => setOpen({ what: 'change', of: row })}
                    >
                      {t('change')}
                    </Button>
                    <Button
                      size="small"
                      aria-label={t('removeOf', { name: nameOf(row.provider) })}
                      onClick={() => setOpen({ what: 'remove', of: row })}
                    >
                      {t('remove')}
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
        {mayChange && (
          <div className="flex flex-wrap gap-3">
            {Object.entries(presets)
              .filter(([id]) => !taken.includes(id))
              .map(([id, { name }]) => (
                <Button key={id} icon={Plus} onClick={() => add(id)}>
                  {name}
                </Button>
              ))}
            <Button icon={Plus} onClick={() => add(freeId(taken))}>
              {t('other')}
            </Button>
          </div>
        )}
      </Card>
      <RuleHistory kind="providers" describe={describe} />
      {open?.what === 'change' && <ProviderForm {...now(open.of)} redirectUri={redirectUri} onClose={close} />}
      {open?.what === 'remove' && <Remove provider={open.of.provider} onClose={close} />}
    </>
  )
}

const labelOf = (path: string): 'issuer' | 'clientId' | 'secret' | 'label' | 'nativeLabel' => {
  const name = path.replace('provider.', '')
  return name === 'issuer' || name === 'clientId' || name === 'secret' || name === 'nativeLabel' ? name : 'label'
}
