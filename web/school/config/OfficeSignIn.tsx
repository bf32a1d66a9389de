import { useTranslations } from 'use-intl'
import type { SignInSettings } from '#contract/settings.ts'
import { useRead, useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { schoolReady } from '#web/wire/school.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { RadioGroup, Switch } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { OfficeProviders } from './OfficeProviders.tsx'
import { RuleForm } from './RuleForm.tsx'
import { RuleHistory } from './RuleHistory.tsx'
import { numberOf } from './typed.ts'

const usualMinutes = '30'
const usualDays = '14'

/** The people whom the rule affects: the number of staff without a second factor, and their names. */
const Preview = ({ since }: { since: string | null }) => {
  const t = useTranslations('signingIn.rule')
  const format = useFormat()
  const counted = useReadLater('identity-staff', {})
  return (
    <div className="mt-4 text-sm text-ink-2">
      <Later read={counted} skeleton={<Skeleton className="w-64" />}>
        {({ staff, without }) => (
          <p className="flex flex-wrap gap-x-3 gap-y-1">
            {without === 0 ? (
              t('everybody')
            ) : (
              <>
                <span>{t('ofStaff', { without: format.number(without), staff: format.number(staff) })}</span>
                <Link to="/adminuser" search={{ factor: 'no' }} className={textLink}>
                  {t('show')}
                </Link>
              </>
            )}
          </p>
        )}
      </Later>
      {since !== null && <p className="mt-1">{t('since', { day: format.instant(since, 'day') })}</p>}
    </div>
  )
}

const Form = ({ signIn }: { signIn: SignInSettings }) => {
  const t = useTranslations('schoolRules.signIn')
  const factor = useTranslations('signingIn.rule')
  const badges = useTranslations('signingIn.badges')
  const [values, change] = useChanges({
    accounts: signIn.accounts,
    isIdle: signIn.staffIdleMinutes !== null,
    minutes: String(signIn.staffIdleMinutes ?? usualMinutes),
    isAsked: signIn.secondFactorGraceDays !== null,
    days: String(signIn.secondFactorGraceDays ?? usualDays),
    hasBadges: signIn.badges,
  })
  const { accounts, isIdle, minutes, isAsked, days, hasBadges } = values
  const form = useForm('config-changeSignIn', path =>
    path === 'secondFactorGraceDays' ? factor('days') : t(path === 'accounts' ? 'accounts' : 'minutes'),
  )
  const submit = () => {
    const secondFactorGraceDays = isAsked ? numberOf(days) : null
    form.send(
      {
        ...signIn,
        accounts,
        staffIdleMinutes: isIdle ? numberOf(minutes) : null,
        secondFactorGraceDays,
        badges: hasBadges,
      },
      () => {
        void schoolReady(true)
        toast(t('saved'))
      },
    )
  }
  const describe = (value: SignInSettings): string =>
    [
      t(value.accounts),
      value.staffIdleMinutes === null ? t('idleNever') : t('idleText', { minutes: String(value.staffIdleMinutes) }),
      typeof value.secondFactorGraceDays === 'number'
        ? factor('text', { n: value.secondFactorGraceDays })
        : factor('textNot'),
      badges(value.badges === true ? 'on' : 'off'),
    ].join(' · ')
  return (
    <RuleForm
      form={form}
      write="config-changeSignIn"
      onSubmit={submit}
      save={t('save')}
      lead={t('lead')}
      aside={
        <>
          <Card title={t('try')}>
            <p className="mb-3 text-sm text-ink-2">{t('tryHint')}</p>
            <a href="/register" target="_blank" rel="noreferrer" className={buttonClass()}>
              {t('try')}
            </a>
          </Card>
          <RuleHistory kind="signIn" describe={describe} />
        </>
      }
    >
      <Card>
        <Field group label={t('accounts')} {...form.field('accounts')}>
          <RadioGroup
            options={(['open', 'invited'] as const).map(value => ({
              value,
              label: t(value),
              hint: t(`${value}Hint`),
            }))}
            value={accounts}
            onChange={next => change({ accounts: next })}
          />
        </Field>
      </Card>
      <Card>
        <Switch label={t('idle')} hint={t('idleHint')} checked={isIdle} onChange={next => change({ isIdle: next })} />
        {isIdle && (
          <Field label={t('minutes')} className="mt-3" {...form.field('staffIdleMinutes')}>
            <Input
              inputMode="numeric"
              className="max-w-24 text-end"
              value={minutes}
              onChange={event => change({ minutes: event.target.value })}
            />
          </Field>
        )}
      </Card>
      <Card>
        <Switch
          label={factor('staff')}
          hint={factor('hint')}
          checked={isAsked}
          onChange={next => change({ isAsked: next })}
        />
        {isAsked && (
          <Field
            label={factor('days')}
            hint={factor('daysHint')}
            className="mt-3"
            {...form.field('secondFactorGraceDays')}
          >
            <Input
              inputMode="numeric"
              className="max-w-24 text-end"
              value={days}
              onChange={event => change({ days: event.target.value })}
            />
          </Field>
        )}
        <Preview since={signIn.secondFactorSince} />
      </Card>
      <Card>
        <Switch
          label={badges('title')}
          hint={badges('hint')}
          checked={hasBadges}
          onChange={next => change({ hasBadges: next })}
        />
      </Card>
    </RuleForm>
  )
}

/** The sign-in rules: who may create an account, when idle staff are signed out, their second factor, and providers. */
export const OfficeSignIn = () => (
  <div className="grid gap-8">
    <Form signIn={useRead('config-rules', {}).signIn} />
    <div className="grid max-w-160 gap-5">
      <OfficeProviders />
    </div>
  </div>
)
