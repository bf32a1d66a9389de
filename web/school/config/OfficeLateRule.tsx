import { useTranslations } from 'use-intl'
import { LateFeePolicy } from '#contract/settings.ts'
import { hasLateFee, lateFeeOf } from '#rules/lateFees.ts'
import { oddLateFees } from '#rules/oddSettings.ts'
import { useRead } from '#web/wire/call.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { MoneyInput } from '#web/ui/MoneyInput.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { RuleForm } from './RuleForm.tsx'
import { RuleHistory } from './RuleHistory.tsx'
import { numberOf } from './typed.ts'
import { useOddSettings } from './useOddSettings.tsx'

/** A typical debt for the example, in minor units: the tuition of a semester. */
const exampleCents = 26_000
const exampleWeeks = [0, 1, 2, 4, 6, 8]

type Typed = Omit<LateFeePolicy, 'graceDays' | 'percent' | 'flatCents' | 'perWeekCents'> & {
  graceDays: string
  percent: string
  flatCents: number | null
  perWeekCents: number | null
}
const policyOf = (typed: Typed): LateFeePolicy => ({
  graceDays: numberOf(typed.graceDays),
  flatCents: typed.flatCents ?? 0,
  percent: numberOf(typed.percent),
  perWeekCents: typed.perWeekCents ?? 0,
  capCents: typed.capCents,
})

const Example = ({ policy }: { policy: LateFeePolicy }) => {
  const t = useTranslations('schoolRules.late')
  const format = useFormat()
  const refunds = useTranslations('schoolRules.refunds')
  const isSound = LateFeePolicy.safeParse(policy).success
  return (
    <Card title={t('example')}>
      <div role="status" className="grid gap-3 text-sm">
        {!isSound && <p className="text-ink-2">{refunds('unsound')}</p>}
        {isSound && !hasLateFee(policy) && <p>{t('off')}</p>}
        {isSound && hasLateFee(policy) && (
          <>
            <p className="text-ink-2">{t('exampleLead', { amount: format.money(exampleCents) })}</p>
            <dl className="grid gap-1">
              {exampleWeeks.map(weeks => {
                const daysLate = policy.graceDays + 1 + weeks * 7
                const fee = lateFeeOf(policy, { openCents: exampleCents, daysLate, chargedCents: 0, waivedCents: 0 })
                return (
                  <div key={weeks} className="flex items-center justify-between gap-4">
                    <dt>{t('afterDays', { n: daysLate })}</dt>
                    <dd className="flex items-center gap-2 tabular-nums">
                      {policy.capCents !== null && fee >= policy.capCents && <Badge>{t('reached')}</Badge>}
                      {format.money(fee)}
                    </dd>
                  </div>
                )
              })}
            </dl>
          </>
        )}
      </div>
    </Card>
  )
}

const Form = ({ policy }: { policy: LateFeePolicy }) => {
  const t = useTranslations('schoolRules.late')
  const format = useFormat()
  const [typed, set] = useChanges<Typed>({
    ...policy,
    graceDays: String(policy.graceDays),
    percent: String(policy.percent),
  })
  const form = useForm('config-changeLateFees', path => t(path as keyof LateFeePolicy))
  const odd = useOddSettings(
    oddLateFees,
    policy => LateFeePolicy.safeParse(policy).success,
    field => t(field as keyof LateFeePolicy),
    policy => form.send(policy, () => toast(t('saved'))),
  )
  const describe = (value: LateFeePolicy): string =>
    hasLateFee(value)
      ? [
          t('text', { flat: format.money(value.flatCents), days: String(value.graceDays) }),
          ...(value.percent > 0 ? [t('textPercent', { percent: String(value.percent) })] : []),
          ...(value.perWeekCents > 0 ? [t('textWeek', { amount: format.money(value.perWeekCents) })] : []),
          ...(value.capCents === null ? [] : [t('textCap', { amount: format.money(value.capCents) })]),
        ].join(' · ')
      : t('off')
  const money = (key: 'flatCents' | 'perWeekCents' | 'capCents', hint?: string) => (
    <Field label={t(key)} {...(hint && { hint })} {...form.field(key)}>
      <MoneyInput value={typed[key]} currency={format.currency} onChange={value => set({ [key]: value })} />
    </Field>
  )
  const number = (key: 'graceDays' | 'percent', hint: string) => (
    <Field label={t(key)} hint={hint} {...form.field(key)}>
      <Input
        inputMode="numeric"
        className="max-w-24 text-end"
        value={typed[key]}
        onChange={event => set({ [key]: event.target.value })}
      />
    </Field>
  )
  return (
    <RuleForm
      form={form}
      write="config-changeLateFees"
      onSubmit={() => odd.submit(policyOf(typed))}
      save={t('save')}
      lead={t('lead')}
      aside={
        <>
          <Example policy={policyOf(typed)} />
          <RuleHistory kind="lateFees" describe={describe} />
        </>
      }
    >
      {odd.question}
      <Card title={t('rule')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {number('graceDays', t('graceHint'))}
          {money('flatCents', t('flatHint'))}
          {number('percent', t('percentHint'))}
          {money('perWeekCents')}
          {money('capCents', t('capHint'))}
        </div>
      </Card>
    </RuleForm>
  )
}

/** The late fees, with an example that follows what is typed, and a link to charge them. */
export const OfficeLateRule = () => {
  const t = useTranslations('schoolRules.late')
  const may = useMay()
  const policy = useRead('config-rules', {}).lateFees
  return (
    <>
      <Form policy={policy} />
      {may('payments-chargeLateFees') === true && (
        <ButtonLink to="/adminpayment" search={{ tab: 'late', do: 'latefees' }} className="mt-5">
          {t('run')}
        </ButtonLink>
      )}
    </>
  )
}
