import { useTranslations } from 'use-intl'
import { dutyExempts } from '#contract/settings.plain.ts'
import { DutyPolicy } from '#contract/settings.ts'
import { useRead, useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { RuleForm } from './RuleForm.tsx'
import { RuleHistory } from './RuleHistory.tsx'
import { numberOf } from './typed.ts'

type Typed = Omit<DutyPolicy, 'points' | 'fromDay'> & { points: string; fromDay: string }
const policyOf = ({ points, fromDay, exempt }: Typed): DutyPolicy => ({
  points: numberOf(points),
  fromDay: fromDay === '' ? null : fromDay,
  exempt,
})

/** The effect of the rule as typed: what the school's families would owe. */
const Effect = ({ policy }: { policy: DutyPolicy }) => {
  const t = useTranslations('duties')
  const format = useFormat()
  const parsed = DutyPolicy.safeParse(policy)
  const preview = useReadLater('duties-preview', parsed.data ?? policy, { enabled: parsed.success })
  const line = (label: string, value: number) => (
    <div key={label} className="flex items-baseline justify-between gap-4">
      <dt>{label}</dt>
      <dd className="tabular-nums">{format.number(value)}</dd>
    </div>
  )
  if (!parsed.success) return <p className="text-sm text-ink-2">{t('rule.unsound')}</p>
  if (policy.points === 0) return <p className="text-sm">{t('rule.off')}</p>
  return (
    <Later read={preview}>
      {({ year, families, owing, exempt, due, worked, unplanned, open }) =>
        year === null ? (
          <p className="text-sm">{policy.fromDay && t('rule.begins', { day: format.day(policy.fromDay) })}</p>
        ) : (
          <div role="status" className="grid gap-3 text-sm">
            <p className="text-ink-2">{t('rule.year', { from: format.day(year.from), to: format.day(year.to) })}</p>
            <dl className="grid gap-1">
              {line(t('rule.families'), families)}
              {exempt.map(({ reason, n }) => line(t(`reason.${reason}`), -n))}
              <div className="flex items-baseline justify-between gap-4 border-t border-line pt-1 font-semibold">
                <dt>{t('rule.owing')}</dt>
                <dd className="tabular-nums">{format.number(owing)}</dd>
              </div>
            </dl>
            <dl className="grid gap-1">
              {line(t('rule.due'), due)}
              {line(t('rule.worked'), worked)}
              {line(t('rule.open'), open)}
            </dl>
            {unplanned > open && (
              <Notice tone="info">
                {t('rule.short', { owed: t('points', { n: unplanned }), open: t('points', { n: open }) })}
              </Notice>
            )}
          </div>
        )
      }
    </Later>
  )
}

const Form = ({ policy }: { policy: DutyPolicy }) => {
  const t = useTranslations('duties')
  const format = useFormat()
  const may = useMay()
  const [typed, set] = useChanges<Typed>({
    points: String(policy.points),
    fromDay: policy.fromDay ?? '',
    exempt: policy.exempt,
  })
  const form = useForm('config-changeDuties', path => t(`rule.${path as keyof DutyPolicy}`))
  const describe = ({ points, fromDay, exempt }: DutyPolicy): string =>
    points === 0 || fromDay === null
      ? t('rule.off')
      : [
          t('rule.text', { n: points, day: format.day(fromDay) }),
          ...(exempt.length > 0
            ? [t('rule.textFree', { who: format.list(exempt.map(each => t(`reason.${each}`))) })]
            : []),
        ].join(' · ')
  return (
    <RuleForm
      form={form}
      write="config-changeDuties"
      onSubmit={() => form.send(policyOf(typed), () => toast(t('rule.saved')))}
      save={t('rule.save')}
      lead={t('rule.lead')}
      aside={
        <>
          <Card title={t('rule.effect')}>
            <Effect policy={policyOf(typed)} />
            {may('duties-list') === true && policy.points > 0 && (
              <ButtonLink to="/adminevent" search={{ view: 'duties' }} className="mt-4">
                {t('rule.toList')}
              </ButtonLink>
            )}
          </Card>
          <RuleHistory kind="duties" describe={describe} />
        </>
      }
    >
      <Card title={t('rule.title')}>
        <div className="grid gap-4">
          <p className="text-sm text-ink-2">{t('rule.noMoney')}</p>
          <Field label={t('rule.points')} hint={t('rule.pointsHint')} {...form.field('points')}>
            <Input
              inputMode="numeric"
              className="max-w-24 text-end"
              value={typed.points}
              onChange={event => set({ points: event.target.value })}
            />
          </Field>
          <Field label={t('rule.fromDay')} hint={t('rule.fromDayHint')} {...form.field('fromDay')}>
            <Input
              type="date"
              className="max-w-48"
              value={typed.fromDay}
              onChange={event => set({ fromDay: event.target.value })}
            />
          </Field>
          <Field group label={t('rule.exempt')} hint={t('rule.exemptHint')} {...form.field('exempt')}>
            <div>
              {dutyExempts.map(each => (
                <Checkbox
                  key={each}
                  label={t(`rule.kinds.${each}`)}
                  checked={typed.exempt.includes(each)}
                  onChange={event =>
                    set({
                      exempt: dutyExempts.filter(other =>
                        other === each ? event.target.checked : typed.exempt.includes(other),
                      ),
                    })
                  }
                />
              ))}
            </div>
          </Field>
          <p className="text-sm text-ink-2">{t('rule.past')}</p>
        </div>
      </Card>
    </RuleForm>
  )
}

/** The volunteer duty of families, and whom it concerns this year. */
export const OfficeDutyRule = () => <Form policy={useRead('config-duties', {})} />
