import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { SignInSettings } from '#contract/settings.ts'
import { useRead } from '#web/call.ts'
import { schoolReady } from '#web/school.ts'
import { useMay } from '#web/may.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { RadioGroup, Switch } from '#web/ui/Choice.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/useForm.ts'
import { RuleHistory } from './RuleHistory.tsx'
import { numberOf } from './typed.ts'

const usualMinutes = '30'

const Form = ({ signIn }: { signIn: SignInSettings }) => {
  const t = useTranslations('schoolRules.signIn')
  const may = useMay()
  const [accounts, setAccounts] = useState(signIn.accounts)
  const [isIdle, setIdle] = useState(signIn.staffIdleMinutes !== null)
  const [minutes, setMinutes] = useState(String(signIn.staffIdleMinutes ?? usualMinutes))
  const form = useForm('config-changeSignIn', path => t(path === 'accounts' ? 'accounts' : 'minutes'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send({ accounts, staffIdleMinutes: isIdle ? numberOf(minutes) : null }, () => {
      void schoolReady(true)
      toast(t('saved'))
    })
  }
  const describe = (value: SignInSettings): string =>
    [
      t(value.accounts),
      value.staffIdleMinutes === null ? t('idleNever') : t('idleText', { minutes: String(value.staffIdleMinutes) }),
    ].join(' · ')
  return (
    <div className="grid max-w-160 gap-5">
      <form noValidate onSubmit={submit} className="grid gap-5">
        <p className="text-ink-2">{t('lead')}</p>
        <ErrorSummary problems={form.problems} attempt={form.attempt} />
        {form.failure && (
          <Notice alert tone="danger">
            {form.failure}
          </Notice>
        )}
        <Card>
          <Field group label={t('accounts')} {...form.field('accounts')}>
            <RadioGroup
              options={(['open', 'invited'] as const).map(value => ({
                value,
                label: t(value),
                hint: t(`${value}Hint`),
              }))}
              value={accounts}
              onChange={setAccounts}
            />
          </Field>
        </Card>
        <Card>
          <Switch label={t('idle')} hint={t('idleHint')} checked={isIdle} onChange={setIdle} />
          {isIdle && (
            <Field label={t('minutes')} className="mt-3" {...form.field('staffIdleMinutes')}>
              <Input
                inputMode="numeric"
                className="max-w-24 text-end"
                value={minutes}
                onChange={event => setMinutes(event.target.value)}
              />
            </Field>
          )}
        </Card>
        {may('config-changeSignIn') === true && (
          <Button type="submit" variant="primary" pending={form.isPending} className="justify-self-start">
            {t('save')}
          </Button>
        )}
      </form>
      <Card title={t('try')}>
        <p className="mb-3 text-sm text-ink-2">{t('tryHint')}</p>
        <a href="/register" target="_blank" rel="noreferrer" className={buttonClass()}>
          {t('try')}
        </a>
      </Card>
      <RuleHistory kind="signIn" describe={describe} />
    </div>
  )
}

/** Who may make an account, and when staff are signed out. */
export const OfficeSignIn = () => <Form signIn={useRead('config-rules', {}).signIn} />
