import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CardKey, CardTest } from '#contract/money/cards.ts'
import { cardEvents, cardKeys } from '#contract/money/cards.plain.ts'
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
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'

const EnterKey = ({ name, onClose }: { name: CardKey; onClose: () => void }) => {
  const t = useTranslations('cards.settings')
  const [secret, setSecret] = useState('')
  const form = useForm('cards-keepKey', () => t(name))
  return (
    <FormDialog
      title={t(name)}
      description={t('keysHint')}
      verb={t('save')}
      form={form}
      onSubmit={() =>
        form.send({ name, secret }, () => {
          toast(t('saved'))
          onClose()
        })
      }
      onClose={onClose}
    >
      <Field label={t(name)} hint={t(`${name}Hint`)} required {...form.field('secret')}>
        <PasswordInput autoComplete="off" value={secret} onChange={event => setSecret(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

const ForgetKey = ({ name, onClose }: { name: CardKey; onClose: () => void }) => {
  const t = useTranslations('cards.settings')
  const text = useUiText()
  const failureText = useFailureText()
  const forget = useWrite('cards-keepKey')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('forgetTitle')}
      description={t('forgetHint')}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            variant="danger"
            pending={forget.isPending}
            onClick={() =>
              forget.start({ name, secret: null }, () => {
                toast(t('forgotten'))
                onClose()
              })
            }
          >
            {t('forget')}
          </Button>
        </>
      }
    >
      <p>{t(name)}</p>
      {forget.error !== null && (
        <Notice alert tone="danger">
          {failureText(forget.error)}
        </Notice>
      )}
    </Dialog>
  )
}

const Keys = ({ keys, mayChange }: { keys: Record<CardKey, string | null>; mayChange: boolean }) => {
  const t = useTranslations('cards.settings')
  const format = useFormat()
  const [asking, setAsking] = useState<{ name: CardKey; to: 'enter' | 'forget' } | null>(null)
  return (
    <Card title={t('keys')}>
      <p className="mb-3 text-sm text-ink-2">{t('keysHint')}</p>
      <ul className="divide-y divide-line">
        {cardKeys.map(name => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
            <div className="min-w-0">
              <p className="font-semibold">{t(name)}</p>
              <p className="text-sm text-ink-2">
                {keys[name] === null ? t('none') : t('kept', { ending: keys[name] ?? '' })}
              </p>
            </div>
            {mayChange && (
              <div className="flex flex-wrap gap-2">
                <Button
                  size="small"
                  aria-label={format.labelled(t(keys[name] === null ? 'enter' : 'replace'), t(name))}
                  onClick={() => setAsking({ name, to: 'enter' })}
                >
                  {t(keys[name] === null ? 'enter' : 'replace')}
                </Button>
                {keys[name] !== null && (
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={format.labelled(t('forget'), t(name))}
                    onClick={() => setAsking({ name, to: 'forget' })}
                  >
                    {t('forget')}
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {asking?.to === 'enter' && <EnterKey name={asking.name} onClose={() => setAsking(null)} />}
      {asking?.to === 'forget' && <ForgetKey name={asking.name} onClose={() => setAsking(null)} />}
    </Card>
  )
}

/** The provider's answer to the test, one sentence for each important finding. */
const Answered = ({ test }: { test: CardTest }) => {
  const t = useTranslations('cards.settings')
  const isGood = test.outcome === 'works'
  const isReady = isGood && test.mayCharge && test.hook === 'ready'
  return (
    <Notice
      tone={!isGood ? 'danger' : isReady ? 'good' : 'warn'}
      alert={!isGood}
      title={t(`outcome.${test.outcome}`, { account: test.account })}
    >
      {isGood && (
        <ul className="grid list-disc gap-1 ps-5">
          <li>{t(test.isTest ? 'test' : 'live')}</li>
          <li>{t(test.currencyFits ? 'fits' : 'fitsNot', { currency: test.currency })}</li>
          {!test.mayCharge && <li>{t('mayNotCharge')}</li>}
          <li>{t(`hooks.${test.hook}`)}</li>
        </ul>
      )}
      {test.detail !== '' && <span className="mt-1 block font-mono text-xs break-words">{test.detail}</span>}
    </Notice>
  )
}

const Test = () => {
  const t = useTranslations('cards.settings')
  const failureText = useFailureText()
  const [isAsking, setAsking] = useState(false)
  const [answer, setAnswer] = useState<CardTest | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const ask = async () => {
    setAsking(true)
    setFailure(null)
    try {
      setAnswer(await call('cards-test', {}))
    } catch (error) {
      setAnswer(null)
      setFailure(error)
    }
    setAsking(false)
  }
  return (
    <Card title={t('check')}>
      <p className="mb-3 text-sm text-ink-2">{t('checkHint')}</p>
      <div className="grid gap-4">
        <Button
          className="justify-self-start"
          pending={isAsking}
          pendingText={t('checking')}
          onClick={() => void ask()}
        >
          {t('check')}
        </Button>
        {failure !== null && (
          <Notice alert tone="danger">
            {failureText(failure)}
          </Notice>
        )}
        <div role="status">{answer && <Answered test={answer} />}</div>
      </div>
    </Card>
  )
}

type HookProps = { hookUrl: string; heardAt: string | null; refusedAt: string | null }
const Hook = ({ hookUrl, heardAt, refusedAt }: HookProps) => {
  const t = useTranslations('cards.settings')
  const format = useFormat()
  const isLocal = /^https?:\/\/(localhost|127\.)/.test(hookUrl)
  const isRefused = refusedAt !== null && (heardAt === null || refusedAt > heardAt)
  return (
    <Card title={t('hook')}>
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">{t('hookHint')}</p>
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1 basis-64">
            <Field label={t('address')}>
              <Input readOnly className="font-mono" value={hookUrl} onFocus={event => event.target.select()} />
            </Field>
          </div>
          <Button onClick={() => copyText(hookUrl, t('copied'))}>{t('copy')}</Button>
        </div>
        <div>
          <p className="text-sm font-semibold">{t('events')}</p>
          <ul className="mt-1 grid gap-x-6 font-mono text-xs text-ink-2 sm:grid-cols-2">
            {cardEvents.map(each => (
              <li key={each} className="break-words">
                {each}
              </li>
            ))}
          </ul>
        </div>
        {isLocal && <Notice tone="warn">{t('local')}</Notice>}
        {isRefused && <Notice tone="warn">{t('refused', { at: format.instant(refusedAt) })}</Notice>}
        <p className="text-sm text-ink-2">
          {heardAt === null ? t('heardNever') : t('heard', { at: format.instant(heardAt) })}
        </p>
      </div>
    </Card>
  )
}

/**
 * The settings of card payments: on or off, the keys, the address for the provider's webhooks, and a test of them all.
 */
export const OfficeCards = () => {
  const t = useTranslations('cards.settings')
  const failureText = useFailureText()
  const may = useMay()
  const { isOn, keys, isTest, hookUrl, heardAt, refusedAt } = useRead('cards-settings', {})
  const turn = useWrite('cards-switch')
  const mayChange = may('cards-switch') === true
  const hasKeys = cardKeys.every(name => keys[name] !== null)
  return (
    <div className="grid max-w-[46rem] gap-5">
      <p className="max-w-[66ch] text-ink-2">{t('lead')}</p>
      <Card>
        <Switch
          label={t('on')}
          hint={!hasKeys && !isOn ? t('needs') : t(isOn ? 'onHint' : 'offHint')}
          checked={isOn}
          disabled={!mayChange || turn.isPending || (!hasKeys && !isOn)}
          onChange={on => turn.start({ isOn: on }, () => toast(t(on ? 'switchedOn' : 'switchedOff')))}
        />
        {isTest !== null && <Badge tone={isTest ? 'warn' : 'good'}>{t(isTest ? 'test' : 'live')}</Badge>}
        {turn.error !== null && (
          <Notice alert tone="danger" className="mt-3">
            {failureText(turn.error)}
          </Notice>
        )}
      </Card>
      <Keys keys={keys} mayChange={mayChange} />
      <Hook hookUrl={hookUrl} heardAt={heardAt} refusedAt={refusedAt} />
      <Test />
    </div>
  )
}
