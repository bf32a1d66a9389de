import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { waitingPriorities } from '#contract/settings.plain.ts'
import type { RegistrationPolicy } from '#contract/settings.ts'
import { extensionMinutes } from '#rules/holds.ts'
import { priorityOf } from '#rules/waiting.ts'
import { useRead } from '#web/wire/call.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { Checkbox, Switch } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { RuleForm } from './RuleForm.tsx'
import { RuleHistory } from './RuleHistory.tsx'
import { numberOf } from './typed.ts'
import { useFormat } from '#web/words/useFormat.ts'

type Priority = (typeof waitingPriorities)[number]
type Typed = { holdMinutes: string; offerHours: string; offersByItself: boolean; priorities: readonly Priority[] }

const typedOf = (policy: RegistrationPolicy): Typed => ({
  ...policy,
  holdMinutes: String(policy.holdMinutes),
  offerHours: String(policy.offerHours),
})
const policyOf = (typed: Typed): RegistrationPolicy => ({
  holdMinutes: numberOf(typed.holdMinutes),
  offerHours: numberOf(typed.offerHours),
  offersByItself: typed.offersByItself,
  priorities: [...typed.priorities],
})

const nobody: Record<Priority, boolean> = { sibling: false, returning: false, staff: false }
/** The families of the example, in the order in which they join. */
const joining = ['none', ...waitingPriorities.toReversed()] as const

/** The order of a waitlist of four by the rule as typed. */
const Example = ({ priorities }: Pick<Typed, 'priorities'>) => {
  const t = useTranslations('seatRules')
  const line = joining
    .map((who, index) => ({
      who,
      turn: index + 1,
      ...priorityOf({ priorities: [...priorities] }, who === 'none' ? nobody : { ...nobody, [who]: true }),
    }))
    .sort((a, b) => b.priority - a.priority || a.turn - b.turn)
  return (
    <Card title={t('example')}>
      <p className="mb-3 text-sm text-ink-2">{t('exampleLead')}</p>
      <ol className="grid gap-2 text-sm">
        {line.map(({ who, turn, reasons }, index) => (
          <li key={who} className="flex items-baseline gap-3 border-b border-line pb-2 last:border-0 last:pb-0">
            <span className="w-5 shrink-0 text-end font-semibold tabular-nums">{index + 1}</span>
            <span className="min-w-0 flex-1">
              {t(`examples.${who}`)}
              <span className="block text-ink-2">{t('joined', { n: String(turn) })}</span>
            </span>
            {reasons.map(reason => (
              <Badge key={reason} tone="info">
                {t(`short.${reason}`)}
              </Badge>
            ))}
          </li>
        ))}
      </ol>
    </Card>
  )
}

type OrderProps = { value: readonly Priority[]; onChange: (next: readonly Priority[]) => void }

/** The priorities on the waitlist: each on or off, the highest first. */
const Order = ({ value, onChange }: OrderProps) => {
  const t = useTranslations('seatRules')
  const rows = [...value, ...waitingPriorities.filter(each => !value.includes(each))]
  const swap = (index: number, other: number) =>
    onChange(value.map((each, i) => (i === index ? value[other]! : i === other ? value[index]! : each)))
  return (
    <ol className="grid">
      {rows.map((each, index) => {
        const isIn = index < value.length
        const name = t(`priorities.${each}`)
        return (
          <li key={each} className="flex items-center gap-2 border-b border-line py-1 last:border-0">
            <span className="w-5 shrink-0 text-end text-sm font-semibold tabular-nums">{isIn ? index + 1 : ''}</span>
            <Checkbox
              className="min-w-0 flex-1"
              label={name}
              checked={isIn}
              onChange={() => onChange(isIn ? value.filter(other => other !== each) : [...value, each])}
            />
            {isIn && index > 0 && (
              <IconButton icon={ArrowUp} label={t('up', { name })} onClick={() => swap(index, index - 1)} />
            )}
            {isIn && index < value.length - 1 && (
              <IconButton icon={ArrowDown} label={t('down', { name })} onClick={() => swap(index, index + 1)} />
            )}
          </li>
        )
      })}
    </ol>
  )
}

const Form = ({ policy }: { policy: RegistrationPolicy }) => {
  const t = useTranslations('seatRules')
  const [typed, set] = useChanges(typedOf(policy))
  const labelOf = (path: string): string =>
    path === 'holdMinutes' ? t('holdMinutes') : path === 'offerHours' ? t('offerHours') : t('order')
  const form = useForm('config-changeRegistration', labelOf)
  const format = useFormat()
  const describe = (value: RegistrationPolicy): string => {
    const list = format.list(value.priorities.map(each => t(`short.${each}`)))
    return t('text', {
      minutes: String(value.holdMinutes),
      hours: String(value.offerHours),
      how: t(value.offersByItself ? 'byItself' : 'byHand'),
      order: list === '' ? t('byTime') : t('thenTime', { list }),
    })
  }
  return (
    <RuleForm
      form={form}
      write="config-changeRegistration"
      onSubmit={() => form.send(policyOf(typed), () => toast(t('saved')))}
      save={t('save')}
      lead={t('lead')}
      aside={
        <>
          <Example priorities={typed.priorities} />
          <RuleHistory kind="registration" describe={describe} />
        </>
      }
    >
      <Card title={t('hold')}>
        <Field label={t('holdMinutes')} hint={t('holdHint', { n: extensionMinutes })} {...form.field('holdMinutes')}>
          <Input
            inputMode="numeric"
            className="w-28 text-end"
            value={typed.holdMinutes}
            onChange={event => set({ holdMinutes: event.target.value })}
          />
        </Field>
      </Card>
      <Card title={t('offers')}>
        <div className="grid gap-4">
          <Switch
            label={t('offersByItself')}
            hint={t('offersByHand')}
            checked={typed.offersByItself}
            onChange={offersByItself => set({ offersByItself })}
          />
          <Field label={t('offerHours')} hint={t('offerHint')} {...form.field('offerHours')}>
            <Input
              inputMode="numeric"
              className="w-28 text-end"
              value={typed.offerHours}
              onChange={event => set({ offerHours: event.target.value })}
            />
          </Field>
        </div>
      </Card>
      <Card title={t('order')}>
        <p className="mb-3 text-sm text-ink-2">{t('orderHint')}</p>
        <Order value={typed.priorities} onChange={priorities => set({ priorities })} />
      </Card>
    </RuleForm>
  )
}

/** The rules for holding, offering and waiting for seats, with an example that follows what is typed. */
export const OfficeRegistration = () => <Form policy={useRead('config-registration', {})} />
