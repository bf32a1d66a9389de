import { Plus, X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { PricingPolicy } from '#contract/config.ts'
import { useRead } from '#web/call.ts'
import { useNameText } from '#web/Name.tsx'
import { OfficePriceExample } from '#web/slices/config/OfficePriceExample.tsx'
import { RuleHistory } from '#web/slices/config/RuleHistory.tsx'
import { numberOf } from '#web/slices/config/typed.ts'
import { useMay } from '#web/may.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { MoneyInput } from '#web/ui/MoneyInput.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/useForm.ts'
import { useFormat } from '#web/useFormat.ts'

type Typed = {
  registrationFeeCents: number | null
  siblingPercent: string
  siblingProgrammeIds: string[]
  staffPercent: string
  classesPercent: string
  seniorFromAge: string
  seniorPercent: string
  prorations: { key: number; fromWeek: string; numerator: string; denominator: string }[]
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
  const may = useMay()
  const format = useFormat()
  const nameText = useNameText()
  const { programmes } = useRead('classes-parts', {})
  const [typed, setTyped] = useState(() => typedOf(policy))
  const labelOf = (path: string): string =>
    path.startsWith('prorations')
      ? t('tierAt', { number: String(Number(path.split('.')[1] ?? 0) + 1) })
      : path in policy
        ? t(path as keyof PricingPolicy)
        : path
  const form = useForm('config-changePricing', labelOf, ['enrolments'])
  const set = (patch: Partial<Typed>) => setTyped({ ...typed, ...patch })
  const setTier = (key: number, patch: Partial<Typed['prorations'][number]>) =>
    set({ prorations: typed.prorations.map(tier => (tier.key === key ? { ...tier, ...patch } : tier)) })
  const number = (key: 'classesPercent' | 'seniorFromAge' | 'seniorPercent') => (
    <Field label={t(key)} hint={t(`${key}Hint`)} {...form.field(key)}>
      <Input
        inputMode="numeric"
        className="max-w-24 text-end"
        value={typed[key]}
        onChange={event => set({ [key]: event.target.value })}
      />
    </Field>
  )
  const describe = (value: PricingPolicy): string =>
    [
      `${t('registrationFeeCents')} ${format.money(value.registrationFeeCents)}`,
      ...(['siblingPercent', 'staffPercent', 'classesPercent', 'seniorPercent'] as const)
        .filter(key => value[key] > 0)
        .map(key => `${t(`short.${key}`)} ${format.percent(value[key] / 100)}`),
      ...value.prorations.map(tier => `${t('fromWeek')} ${tier.fromWeek}: ${tier.numerator}/${tier.denominator}`),
    ].join(' · ')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send(policyOf(typed), () => toast(t('saved')))
  }
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(19rem,24rem)]">
      <form noValidate onSubmit={submit} className="grid gap-5">
        <ErrorSummary problems={form.problems} attempt={form.attempt} />
        {form.failure && (
          <Notice alert tone="danger">
            {form.failure}
          </Notice>
        )}
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
            <div className="grid gap-4 sm:grid-cols-2">
              {number('seniorFromAge')}
              {number('seniorPercent')}
            </div>
          </div>
        </Card>
        <Card title={t('prorations')}>
          <p className="mb-3 text-sm text-ink-2">{t('prorationsHint')}</p>
          <div className="grid gap-3">
            {typed.prorations.map((tier, index) => (
              <div key={tier.key} className="flex flex-wrap items-end gap-2">
                <Field label={t('fromWeek')} {...form.field(`prorations.${index}.fromWeek`)}>
                  <Input
                    inputMode="numeric"
                    className="max-w-20 text-end"
                    value={tier.fromWeek}
                    onChange={event => setTier(tier.key, { fromWeek: event.target.value })}
                  />
                </Field>
                <Field label={t('numerator')} {...form.field(`prorations.${index}.numerator`)}>
                  <Input
                    inputMode="numeric"
                    className="max-w-20 text-end"
                    value={tier.numerator}
                    onChange={event => setTier(tier.key, { numerator: event.target.value })}
                  />
                </Field>
                <Field label={t('denominator')} {...form.field(`prorations.${index}.denominator`)}>
                  <Input
                    inputMode="numeric"
                    className="max-w-20 text-end"
                    value={tier.denominator}
                    onChange={event => setTier(tier.key, { denominator: event.target.value })}
                  />
                </Field>
                <IconButton
                  icon={X}
                  label={t('removeTier', { number: String(index + 1) })}
                  onClick={() => set({ prorations: typed.prorations.filter(each => each.key !== tier.key) })}
                />
              </div>
            ))}
            <Button
              size="small"
              icon={Plus}
              className="justify-self-start"
              onClick={() =>
                set({
                  prorations: [
                    ...typed.prorations,
                    {
                      key: Math.max(0, ...typed.prorations.map(tier => tier.key)) + 1,
                      fromWeek: '',
                      numerator: '',
                      denominator: '',
                    },
                  ],
                })
              }
            >
              {t('addTier')}
            </Button>
          </div>
        </Card>
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
        {may('config-changePricing') === true && (
          <Button type="submit" variant="primary" pending={form.isPending} className="justify-self-start">
            {t('save')}
          </Button>
        )}
      </form>
      <div className="grid gap-5">
        <OfficePriceExample policy={policyOf(typed)} />
        <RuleHistory kind="pricing" describe={describe} />
      </div>
    </div>
  )
}

/** What every price follows from beside the fees of each class, with an example that follows what is typed. */
export const OfficeFees = () => <Form policy={useRead('config-pricing', {})} />
