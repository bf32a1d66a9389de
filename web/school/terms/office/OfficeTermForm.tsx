import { Plus, X } from 'lucide-react'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { TermPlan } from '#contract/school/terms.ts'
import { isTermOver } from '#contract/school/terms.plain.ts'
import { holidaysOf } from '#rules/holidays.ts'
import { useCalendarRules } from '#web/routing/rulesLater.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { isDay } from '#web/ui/DateParts.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { FormProblems } from '#web/records/FormProblems.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { InChinese } from '#web/words/InChinese.tsx'

type Values = {
  name: string
  nativeName: string
  startsOn: string
  endsOn: string
  weekdays: number[]
  earlyBirdOn: string
  closures: { key: number; onDay: string; lastOn: string; reason: string; nativeReason: string }[]
}

const blank: Values = {
  name: '',
  nativeName: '',
  startsOn: '',
  endsOn: '',
  weekdays: [7],
  earlyBirdOn: '',
  closures: [],
}
const valuesOf = (plan: TermPlan): Values => ({
  ...plan,
  earlyBirdOn: plan.earlyBirdOn ?? '',
  closures: holidaysOf(plan.closures, plan.weekdays).map((holiday, key) => ({ key, ...holiday })),
})

/** True for a no-school day or holiday whose dates are typed and in order. */
const isReal = ({ onDay, lastOn }: Values['closures'][number]): boolean =>
  isDay(onDay) && (lastOn === '' || (isDay(lastOn) && lastOn >= onDay))

/** The session dates that follow from the dates as typed, by the rule that the server follows. */
const Preview = ({ values }: { values: Values }) => {
  const t = useTranslations('adminConfig.terms')
  const format = useFormat()
  const rules = useCalendarRules()
  if (!rules || !isDay(values.startsOn) || !isDay(values.endsOn) || values.endsOn < values.startsOn) return null
  // As on the server: a mistyped year must not count for minutes.
  if (rules.isTooLong(values)) return null
  const days = rules.sessionDays(
    values,
    values.closures.filter(isReal).flatMap(closure => rules.closedDays(closure, values.weekdays)),
  )
  const [first, last] = [days[0], days.at(-1)]
  return (
    <Notice tone={days.length === 0 ? 'warn' : 'good'}>
      <span role="status">
        {first && last
          ? t('preview', { n: days.length, from: format.day(first, 'weekday'), to: format.day(last, 'weekday') })
          : t('previewNone')}
      </span>
    </Notice>
  )
}

/** The lesson days that a holiday of several days takes away, by the rule that the server follows. */
const Holiday = ({ values, closure }: { values: Values; closure: Values['closures'][number] }) => {
  const t = useTranslations('adminConfig.terms')
  const format = useFormat()
  const rules = useCalendarRules()
  if (
    !rules ||
    closure.lastOn === '' ||
    !isReal(closure) ||
    rules.isTooLong({ startsOn: closure.onDay, endsOn: closure.lastOn })
  )
    return null
  const days = rules.closedDays(closure, values.weekdays)
  if (days.length === 0) return null
  return (
    <p role="status" className="text-sm text-ink-2">
      {t('closureDays', { n: days.length, days: format.list(days.map(day => format.day(day))) })}
    </p>
  )
}

/** Says that a no-school day would have no lesson anyway, by the rule that creates the lessons. */
const NoLesson = ({ values, onDay, plan }: { values: Values; onDay: string; plan: TermPlan | null }) => {
  const t = useTranslations('adminConfig.terms')
  const rules = useCalendarRules()
  if (!rules || !isDay(onDay) || onDay < values.startsOn || onDay > values.endsOn) return null
  // Lessons may also be made up on days outside the plan.
  const isExtra = plan?.sessionDates.some(date => date.onDay === onDay && date.isExtra) === true
  if (isExtra || rules.sessionDays({ startsOn: onDay, endsOn: onDay, weekdays: values.weekdays }, []).length > 0)
    return null
  return (
    <p role="status" className="text-sm text-ink-2">
      {t('closureNoLesson')}
    </p>
  )
}

/** Creates or changes a term; session dates follow from first day, last day, weekdays and no-school days. */
export const OfficeTermForm = ({ plan, onSaved }: { plan: TermPlan | null; onSaved: () => void }) => {
  const t = useTranslations('adminConfig.terms')
  const format = useFormat()
  const [values, set] = useChanges(plan ? valuesOf(plan) : blank)
  const labelOf = (path: string): string => {
    if (path.startsWith('closures')) return t('closureAt', { number: String(Number(path.split('.')[1] ?? 0) + 1) })
    return path in blank ? t(path as keyof Values) : path
  }
  const create = useForm('terms-create', labelOf)
  const alter = useForm('terms-change', labelOf)
  const form = plan ? alter : create
  const bind = (key: 'name' | 'nativeName' | 'startsOn' | 'endsOn' | 'earlyBirdOn') => ({
    value: values[key],
    onChange: (event: { target: { value: string } }) => set({ [key]: event.target.value }),
  })
  const setClosure = (key: number, patch: Partial<Values['closures'][number]>) =>
    set({ closures: values.closures.map(each => (each.key === key ? { ...each, ...patch } : each)) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = {
      name: values.name,
      nativeName: values.nativeName,
      startsOn: values.startsOn,
      endsOn: values.endsOn,
      weekdays: values.weekdays,
      earlyBirdOn: values.earlyBirdOn || null,
      closures: values.closures.map(({ onDay, lastOn, reason, nativeReason }) => ({
        onDay,
        lastOn: lastOn || null,
        reason,
        nativeReason,
      })),
    }
    const done = (saved: TermPlan) => {
      toast(t(plan ? 'saved' : 'created', { name: saved.name, n: saved.sessionCount }))
      onSaved()
    }
    if (plan) alter.send({ id: plan.id, ...input }, done)
    else create.send(input, done)
  }
  const isOver = plan !== null && isTermOver(plan.status)
  const isArchived = plan?.status === 'archived'
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 py-1">
      <FormProblems form={form} />
      {isOver && <Notice>{t(isArchived ? 'archivedHint' : 'closedHint')}</Notice>}
      <Field label={t('name')} hint={t('nameHint')} required {...form.field('name')}>
        <Input {...bind('name')} disabled={isArchived} />
      </Field>
      <Field label={t('nativeName')} optional {...form.field('nativeName')}>
        <Input {...bind('nativeName')} disabled={isArchived} />
      </Field>
      <fieldset disabled={isOver} className="grid min-w-0 gap-4">
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('startsOn')} required {...form.field('startsOn')}>
            <Input type="date" {...bind('startsOn')} />
          </Field>
          <Field label={t('endsOn')} required {...form.field('endsOn')}>
            <Input type="date" min={values.startsOn} {...bind('endsOn')} />
          </Field>
        </div>
        <Field label={t('weekdays')} group {...form.field('weekdays')}>
          <div className="grid grid-cols-2 gap-x-3 sm:grid-cols-3">
            {[1, 2, 3, 4, 5, 6, 7].map(weekday => (
              <Checkbox
                key={weekday}
                id={`weekday-${weekday}`}
                label={format.weekday(weekday)}
                checked={values.weekdays.includes(weekday)}
                onChange={event =>
                  set({
                    weekdays: event.target.checked
                      ? [...values.weekdays, weekday].sort((a, b) => a - b)
                      : values.weekdays.filter(each => each !== weekday),
                  })
                }
              />
            ))}
          </div>
        </Field>
        <Field label={t('closures')} hint={t('closuresHint')} group id="closures">
          <div className="grid gap-5">
            {values.closures.map((closure, index) => {
              const day = form.field(`closures.${index}.onDay`)
              const reason = form.field(`closures.${index}.reason`)
              return (
                <div key={closure.key} className="grid gap-2">
                  <div className="flex items-start gap-2">
                    <Field label={t('closureDay')} className="min-w-0 flex-1" {...day}>
                      <Input
                        type="date"
                        min={values.startsOn}
                        max={values.endsOn}
                        value={closure.onDay}
                        onChange={event => setClosure(closure.key, { onDay: event.target.value })}
                      />
                    </Field>
                    <Field
                      label={t('closureLast')}
                      optional
                      className="min-w-0 flex-1"
                      {...form.field(`closures.${index}.lastOn`)}
                    >
                      <Input
                        type="date"
                        min={closure.onDay || values.startsOn}
                        max={values.endsOn}
                        value={closure.lastOn}
                        onChange={event => setClosure(closure.key, { lastOn: event.target.value })}
                      />
                    </Field>
                    <IconButton
                      icon={X}
                      label={t('removeClosure', { number: String(index + 1) })}
                      className="mt-7 shrink-0"
                      onClick={() => set({ closures: values.closures.filter(each => each.key !== closure.key) })}
                    />
                  </div>
                  <Field label={t('closureReason')} {...reason}>
                    <Input
                      value={closure.reason}
                      onChange={event => setClosure(closure.key, { reason: event.target.value })}
                    />
                  </Field>
                  <InChinese text={closure.nativeReason}>
                    <Field label={t('closureNativeReason')} optional {...form.field(`closures.${index}.nativeReason`)}>
                      <Input
                        lang="zh"
                        value={closure.nativeReason}
                        onChange={event => setClosure(closure.key, { nativeReason: event.target.value })}
                      />
                    </Field>
                  </InChinese>
                  {closure.lastOn === '' ? (
                    <NoLesson values={values} onDay={closure.onDay} plan={plan} />
                  ) : (
                    <Holiday values={values} closure={closure} />
                  )}
                </div>
              )
            })}
            <Button
              size="small"
              icon={Plus}
              className="justify-self-start"
              onClick={() =>
                set({
                  closures: [
                    ...values.closures,
                    {
                      key: Math.max(0, ...values.closures.map(each => each.key)) + 1,
                      onDay: '',
                      lastOn: '',
                      reason: '',
                      nativeReason: '',
                    },
                  ],
                })
              }
            >
              {t('addClosure')}
            </Button>
          </div>
        </Field>
        <Field label={t('earlyBirdOn')} hint={t('earlyBirdHint')} optional {...form.field('earlyBirdOn')}>
          <Input type="date" className="max-w-44" {...bind('earlyBirdOn')} />
        </Field>
        {!isOver && <Preview values={values} />}
      </fieldset>
      {!isArchived && (
        <Button type="submit" variant="primary" wide pending={form.isPending}>
          {t(plan ? 'save' : 'create')}
        </Button>
      )}
    </form>
  )
}
