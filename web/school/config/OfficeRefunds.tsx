import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { currentTerm } from '#contract/school/terms.plain.ts'
import { RefundPolicy } from '#contract/settings.ts'
import { familyLeaving, transferRules } from '#contract/settings.plain.ts'
import { daysAfter } from '#rules/days.ts'
import { oddRefunds } from '#rules/oddSettings.ts'
import { lastDayOf, refundOf } from '#rules/refunds.ts'
import { useRead } from '#web/wire/call.ts'
import { useNameText } from '#web/words/Name.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { RadioGroup, Switch } from '#web/ui/Choice.tsx'
import { DateParts } from '#web/ui/DateParts.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
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

type Tier = { key: number; until: 'week' | 'days'; number: string; percent: string }
type Typed = Pick<RefundPolicy, 'refundsBooks' | 'byFamilies' | 'transfers'> & {
  tiers: Tier[]
  processingFeeCents: number | null
  transferFeeCents: number | null
}

const typedOf = (policy: RefundPolicy): Typed => ({
  ...policy,
  tiers: policy.tiers.map((tier, key) => ({
    key,
    until: tier.until,
    number: String(tier.number),
    percent: String(tier.percent),
  })),
})
const policyOf = (typed: Typed): RefundPolicy => ({
  tiers: typed.tiers.map(({ until, number, percent }) => ({
    until,
    number: numberOf(number),
    percent: numberOf(percent),
  })),
  processingFeeCents: typed.processingFeeCents ?? -1,
  refundsBooks: typed.refundsBooks,
  byFamilies: typed.byFamilies,
  transfers: typed.transfers,
  transferFeeCents: typed.transferFeeCents ?? -1,
})

/** An example refund by the rules that every withdrawal follows, with the policy as typed. */
const Example = ({ policy }: { policy: RefundPolicy }) => {
  const t = useTranslations('schoolRules.refunds')
  const kinds = useTranslations('payments.entry.kinds')
  const format = useFormat()
  const nameText = useNameText()
  const terms = useRead('terms-list', {})
  const all = useRead('classes-list', {})
  const term = currentTerm(terms)
  const sections = all.filter(each => each.termId === term?.id && each.tuitionCents > 0)
  const [chosen, setChosen] = useState('')
  const [day, setDay] = useState('')
  const section = sections.find(({ id }) => id === chosen) ?? sections[0]
  if (!term || !section)
    return (
      <Card title={t('example')}>
        <p className="text-sm text-ink-2">{t('noClass')}</p>
      </Card>
    )
  const usualDay = daysAfter(term.startsOn, 21)
  const onDay = /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : usualDay
  const charges = [
    { id: 'tuition', kind: 'tuition' as const, netCents: section.tuitionCents },
    ...(section.booksCents > 0 ? [{ id: 'books', kind: 'books' as const, netCents: section.booksCents }] : []),
  ]
  const isSound = RefundPolicy.safeParse(policy).success && !Number.isNaN(Date.parse(onDay))
  const refund = isSound ? refundOf(policy, term, onDay, charges) : null
  return (
    <Card title={t('example')}>
      <div className="grid gap-3">
        <p className="text-sm text-ink-2">{t('exampleLead', { class: nameText(section) })}</p>
        <Field label={t('class')}>
          <Select value={section.id} onChange={event => setChosen(event.target.value)}>
            {sections.map(each => (
              <option key={each.id} value={each.id}>
                {nameText(each)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('day')} group>
          <DateParts value={day || usualDay} onChange={setDay} order={format.dateOrder} />
        </Field>
        {refund === null ? (
          <p role="status" className="text-sm text-ink-2">
            {t('unsound')}
          </p>
        ) : (
          <div role="status" className="grid gap-2 text-sm">
            <p className="text-ink-2">
              {refund.tier
                ? t('holds', { day: format.day(lastDayOf(refund.tier, term.startsOn)) })
                : t('none', { day: format.day(onDay) })}
            </p>
            <dl className="grid gap-1">
              {refund.lines.map((line, index) => (
                <div key={line.id} className="flex justify-between gap-4">
                  <dt>
                    {line.backCents > 0
                      ? t('back', {
                          what: kinds(charges[index]!.kind),
                          percent: String(refund.tier?.percent ?? 0),
                        })
                      : t('kept', { what: kinds(charges[index]!.kind), amount: format.money(line.keptCents) })}
                  </dt>
                  <dd className="tabular-nums">{format.money(line.backCents)}</dd>
                </div>
              ))}
              {refund.feeCents > 0 && (
                <div className="flex justify-between gap-4">
                  <dt>{t('fee')}</dt>
                  <dd className="tabular-nums">{format.money(-refund.feeCents)}</dd>
                </div>
              )}
              <div className="flex justify-between gap-4 border-t border-line pt-2 text-ui font-semibold">
                <dt>{t('total')}</dt>
                <dd className="tabular-nums">{format.money(refund.totalCents)}</dd>
              </div>
            </dl>
          </div>
        )}
      </div>
    </Card>
  )
}

const Form = ({ policy }: { policy: RefundPolicy }) => {
  const t = useTranslations('schoolRules.refunds')
  const format = useFormat()
  const [typed, set] = useChanges(typedOf(policy))
  const labelOf = (path: string): string =>
    path.startsWith('tiers')
      ? t('tierAt', { number: String(Number(path.split('.')[1] ?? 0) + 1) })
      : path === 'transferFeeCents'
        ? t('transferFeeCents')
        : t('processingFeeCents')
  const form = useForm('config-changeRefunds', labelOf)
  const odd = useOddSettings(
    oddRefunds,
    policy => RefundPolicy.safeParse(policy).success,
    labelOf,
    policy => form.send(policy, () => toast(t('saved'))),
  )
  const setTier = (key: number, patch: Partial<Tier>) =>
    set({ tiers: typed.tiers.map(tier => (tier.key === key ? { ...tier, ...patch } : tier)) })
  const describe = (value: RefundPolicy): string =>
    [
      ...value.tiers.map(({ until, number, percent }) =>
        until === 'week'
          ? t('tierText', { percent: String(percent), number: String(number) })
          : t('tierDays', { percent: String(percent), number }),
      ),
      ...(value.tiers.length === 0 ? [t('noTiers')] : []),
      t('feeText', { amount: format.money(value.processingFeeCents) }),
      t(value.refundsBooks ? 'booksBack' : 'booksKept'),
      t(`families.${value.byFamilies}`),
      t(`transfers.${value.transfers}`),
      ...(value.transferFeeCents > 0 ? [t('transferFeeText', { amount: format.money(value.transferFeeCents) })] : []),
    ].join(' · ')
  return (
    <RuleForm
      form={form}
      write="config-changeRefunds"
      onSubmit={() => odd.submit(policyOf(typed))}
      save={t('save')}
      lead={t('lead')}
      aside={
        <>
          <Example policy={policyOf(typed)} />
          <RuleHistory kind="refunds" describe={describe} />
        </>
      }
    >
      {odd.question}
      <Card title={t('tiers')}>
        <p className="mb-3 text-sm text-ink-2">{t('tiersHint')}</p>
        <div className="grid gap-3">
          {typed.tiers.map((tier, index) => (
            <div key={tier.key} className="grid grid-cols-[5.5rem_minmax(0,1fr)_5rem_auto] items-end gap-2">
              <Field label={t('percent')} {...form.field(`tiers.${index}.percent`)}>
                <Input
                  inputMode="numeric"
                  className="text-end"
                  value={tier.percent}
                  onChange={event => setTier(tier.key, { percent: event.target.value })}
                />
              </Field>
              <Field label={t('until')} {...form.field(`tiers.${index}.until`)}>
                <Select
                  value={tier.until}
                  onChange={event => setTier(tier.key, { until: event.target.value === 'days' ? 'days' : 'week' })}
                >
                  {(['week', 'days'] as const).map(each => (
                    <option key={each} value={each}>
                      {t(`untils.${each}`)}
                    </option>
                  ))}
                </Select>
              </Field>
              <Field label={t('number')} {...form.field(`tiers.${index}.number`)}>
                <Input
                  inputMode="numeric"
                  className="text-end"
                  value={tier.number}
                  onChange={event => setTier(tier.key, { number: event.target.value })}
                />
              </Field>
              <IconButton
                icon={X}
                label={t('removeTier', { number: String(index + 1) })}
                onClick={() => set({ tiers: typed.tiers.filter(each => each.key !== tier.key) })}
              />
            </div>
          ))}
          <Button
            size="small"
            icon={Plus}
            className="justify-self-start"
            onClick={() =>
              set({
                tiers: [
                  ...typed.tiers,
                  {
                    key: Math.max(0, ...typed.tiers.map(({ key }) => key)) + 1,
                    until: 'week',
                    number: '',
                    percent: '',
                  },
                ],
              })
            }
          >
            {t('addTier')}
          </Button>
        </div>
      </Card>
      <Card title={t('rest')}>
        <div className="grid gap-4">
          <Field label={t('processingFeeCents')} hint={t('processingFeeHint')} {...form.field('processingFeeCents')}>
            <MoneyInput
              value={typed.processingFeeCents}
              currency={format.currency}
              onChange={processingFeeCents => set({ processingFeeCents })}
            />
          </Field>
          <Switch
            label={t('refundsBooks')}
            hint={t('registrationHint')}
            checked={typed.refundsBooks}
            onChange={refundsBooks => set({ refundsBooks })}
          />
        </div>
      </Card>
      <Card title={t('byFamilies')}>
        <Field label={t('byFamilies')} hideLabel group>
          <RadioGroup
            value={typed.byFamilies}
            onChange={byFamilies => set({ byFamilies })}
            options={familyLeaving.map(value => ({
              value,
              label: t(`families.${value}`),
              hint: t(`familiesHint.${value}`),
            }))}
          />
        </Field>
      </Card>
      <Card title={t('transfersTitle')}>
        <div className="grid gap-4">
          <Field label={t('transfersTitle')} hideLabel group>
            <RadioGroup
              value={typed.transfers}
              onChange={transfers => set({ transfers })}
              options={transferRules.map(value => ({
                value,
                label: t(`transfers.${value}`),
                hint: t(`transfersHint.${value}`),
              }))}
            />
          </Field>
          <Field label={t('transferFeeCents')} {...form.field('transferFeeCents')}>
            <MoneyInput
              value={typed.transferFeeCents}
              currency={format.currency}
              onChange={transferFeeCents => set({ transferFeeCents })}
            />
          </Field>
        </div>
      </Card>
    </RuleForm>
  )
}

/** The refund rules for a family that leaves a class, with an example that follows what is typed. */
export const OfficeRefunds = () => <Form policy={useRead('config-rules', {}).refunds} />
