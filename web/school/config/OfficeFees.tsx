import { useTranslations } from 'use-intl'
import { PricingPolicy } from '#contract/settings.ts'
import { stackedRules } from '#contract/settings.plain.ts'
import { oddPricing } from '#rules/oddSettings.ts'
import { useRead } from '#web/wire/call.ts'
import { useNameText } from '#web/words/Name.tsx'
import { LateJoining, type Tier } from '#web/school/config/LateJoining.tsx'
import { OfficePriceExample } from '#web/school/config/OfficePriceExample.tsx'
import { RuleForm } from './RuleForm.tsx'
import { RuleHistory } from '#web/school/config/RuleHistory.tsx'
import { orderOf, StackingCard } from '#web/school/config/StackingCard.tsx'
import { numberOf } from '#web/school/config/typed.ts'
import { useOddSettings } from '#web/school/config/useOddSettings.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { MoneyInput } from '#web/ui/MoneyInput.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'

type Typed = {
  registrationFeeCents: number | null
  siblingPercent: string
  siblingProgrammeIds: string[]
  staffPercent: string
  classesPercent: string
  seniorFromAge: string
  seniorPercent: string
  prorations: Tier[]
  dueDays: string
} & Pick<PricingPolicy, 'prorationBy' | 'order' | 'stacking'> & { earlyPercent: string }

const typedOf = (policy: PricingPolicy): Typed => ({
  registrationFeeCents: policy.registrationFeeCents,
  siblingPercent: String(policy.siblingPercent),
  siblingProgrammeIds: policy.siblingProgrammeIds,
  staffPercent: String(policy.staffPercent),
  classesPercent: String(policy.classesPercent),
  seniorFromAge: policy.seniorFromAge === null ? '' : String(policy.seniorFromAge),
  seniorPercent: String(policy.seniorPercent),
  prorations: policy.prorations.map((tier, key) => ({
    key,
    fromWeek: String(tier.fromWeek),
    numerator: String(tier.numerator),
    denominator: String(tier.denominator),
  })),
  prorationBy: policy.prorationBy,
  earlyPercent: String(policy.earlyPercent),
  order: policy.order,
  stacking: policy.stacking,
  dueDays: String(policy.dueDays),
})

const policyOf = (typed: Typed): PricingPolicy => ({
  registrationFeeCents: typed.registrationFeeCents ?? -1,
  siblingPercent: numberOf(typed.siblingPercent),
  siblingProgrammeIds: typed.siblingProgrammeIds,
  staffPercent: numberOf(typed.staffPercent),
  classesPercent: numberOf(typed.classesPercent),
  seniorFromAge: typed.seniorFromAge.trim() === '' ? null : numberOf(typed.seniorFromAge),
  seniorPercent: numberOf(typed.seniorPercent),
  prorations: typed.prorations.map(tier => ({
    fromWeek: numberOf(tier.fromWeek),
    numerator: numberOf(tier.numerator),
    denominator: numberOf(tier.denominator),
  })),
  prorationBy: typed.prorationBy,
  earlyPercent: numberOf(typed.earlyPercent),
  order: typed.order,
  stacking: typed.stacking,
  dueDays: numberOf(typed.dueDays),
})

const Form = ({ policy }: { policy: PricingPolicy }) => {
  const t = useTranslations('adminConfig.fees')
  const stacking = useTranslations('officePrices.stacking')
  const late = useTranslations('officePrices.late')
  const format = useFormat()
  const nameText = useNameText()
  const { programmes } = useRead('classes-parts', {})
  const [typed, set] = useChanges(typedOf(policy))
  const labelOf = (path: string): string =>
    path.startsWith('prorations')
      ? t('tierAt', { number: String(Number(path.split('.')[1] ?? 0) + 1) })
      : path in policy
        ? t(path as keyof PricingPolicy)
        : path
  const form = useForm('config-changePricing', labelOf)
  const odd = useOddSettings(
    oddPricing,
    policy => PricingPolicy.safeParse(policy).success,
    labelOf,
    policy => form.send(policy, () => toast(t('saved'))),
  )
  const number = (key: 'earlyPercent' | 'classesPercent' | 'seniorFromAge' | 'seniorPercent') => (
    <Field label={t(key)} hint={t(`${key}Hint`)} {...form.field(key)}>
      <Input
        inputMode="numeric"
        className="max-w-24 text-end"
        value={typed[key]}
        onChange={event => set({ [key]: event.target.value })}
      />
    </Field>
  )
  /** Whom a discount is limited to, in parentheses. */
  const limitOf = (value: PricingPolicy, key: keyof PricingPolicy): string => {
    const only = programmes.filter(({ id }) => value.siblingProgrammeIds.includes(id))
    if (key === 'siblingPercent' && only.length > 0) return format.aside(format.list(only.map(each => nameText(each))))
    return key === 'seniorPercent' && value.seniorFromAge !== null ? format.aside(`${value.seniorFromAge}+`) : ''
  }
  const describe = (value: PricingPolicy): string =>
    [
      `${t('registrationFeeCents')} ${format.money(value.registrationFeeCents)}`,
      ...(['siblingPercent', 'staffPercent', 'classesPercent', 'seniorPercent', 'earlyPercent'] as const)
        .filter(key => value[key] > 0)
        .map(key => `${t(`short.${key}`)} ${format.percent(value[key] / 100)}${limitOf(value, key)}`),
      ...(value.prorationBy === 'sessions'
        ? [late('sessions')]
        : value.prorations.map(tier =>
            t('tier', { week: String(tier.fromWeek), share: `${tier.numerator}/${tier.denominator}` }),
          )),
      ...(value.stacking === 'largest' ? [stacking('largest')] : []),
      ...(orderOf(value).join() === stackedRules.join()
        ? []
        : [format.labelled(stacking('order'), format.list(orderOf(value).map(rule => stacking(`rule.${rule}`))))]),
      format.labelled(t('dueDays'), String(value.dueDays)),
    ].join(' · ')
  return (
    <RuleForm
      form={form}
      write="config-changePricing"
      onSubmit={() => odd.submit(policyOf(typed))}
      save={t('save')}

      aside={
        <>
          <OfficePriceExample policy={policyOf(typed)} />
          <RuleHistory kind="pricing" describe={describe} />
        </>
      }
    >
      {odd.question}
      <Card title={t('registration')}>
        <Field
          label={t('registrationFeeCents')}
          hint={t('registrationFeeHint')}
          {...form.field('registrationFeeCents')}
        >
          <MoneyInput
            value={typed.registrationFeeCents}
            currency={format.currency}
            onChange={registrationFeeCents => set({ registrationFeeCents })}
          />
        </Field>
      </Card>
      <Card title={t('discounts')}>
        <div className="grid gap-4">
          <Field label={t('siblingPercent')} hint={t('siblingHint')} {...form.field('siblingPercent')}>
            <Input
              inputMode="numeric"
              className="max-w-24 text-end"
              value={typed.siblingPercent}
              onChange={event => set({ siblingPercent: event.target.value })}
            />
          </Field>
          <Field
            label={t('siblingProgrammeIds')}
            hint={t('programmesHint')}
            group
            {...form.field('siblingProgrammeIds')}
          >
            {programmes.length === 0 && <p className="text-sm text-ink-2">{t('noProgrammes')}</p>}
            {programmes.map(programme => (
              <Checkbox
                key={programme.id}
                id={`programme-${programme.id}`}
                label={nameText(programme)}
                checked={typed.siblingProgrammeIds.includes(programme.id)}
                onChange={event =>
                  set({
                    siblingProgrammeIds: event.target.checked
                      ? [...typed.siblingProgrammeIds, programme.id]
                      : typed.siblingProgrammeIds.filter(id => id !== programme.id),
                  })
                }
              />
            ))}
          </Field>
          <Field label={t('staffPercent')} hint={t('staffHint')} {...form.field('staffPercent')}>
            <Input
              inputMode="numeric"
              className="max-w-24 text-end"
              value={typed.staffPercent}
              onChange={event => set({ staffPercent: event.target.value })}
            />
          </Field>
          {number('classesPercent')}
          {number('earlyPercent')}
          <div className="grid gap-4 sm:grid-cols-2">
            {number('seniorFromAge')}
            {number('seniorPercent')}
          </div>
        </div>
      </Card>
      <LateJoining
        mode={typed.prorationBy}
        tiers={typed.prorations}
        onMode={prorationBy => set({ prorationBy })}
        onTiers={prorations => set({ prorations })}
        field={form.field}
      />
      <StackingCard value={typed} onChange={set} />
      <Card title={t('invoices')}>
        <Field label={t('dueDays')} hint={t('dueDaysHint')} {...form.field('dueDays')}>
          <Input
            inputMode="numeric"
            className="max-w-24 text-end"
            value={typed.dueDays}
            onChange={event => set({ dueDays: event.target.value })}
          />
        </Field>
      </Card>
    </RuleForm>
  )
}

/** The pricing rules beside the fees of each class, with an example that follows what is typed. */
export const OfficeFees = () => <Form policy={useRead('config-pricing', {})} />
