import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { registrableTerms } from '#contract/school/terms.plain.ts'
import type { Lottery } from '#contract/enrolment/lotteries.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { useNameText } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { FormProblems } from '#web/records/FormProblems.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'
import { InChinese } from '#web/words/InChinese.tsx'
import { useWhen } from '../drawText.ts'

/** Formats an instant in the school's time zone: 'YYYY-MM-DDTHH:MM'. */
const wallOf = (zone: string, at: string): string => {
  const text = new Intl.DateTimeFormat('sv', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at))
  return text.replace(' ', 'T')
}

/** The classes of a term that may be in a lottery: those that families can see. */
const ClassPicker = ({
  termId,
  chosen,
  onChange,
}: {
  termId: string
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}) => {
  const t = useTranslations('lotteries.edit')
  const when = useWhen()
  const names = useNameText()
  const classes = useReadLater('classes-list', { termId })
  return (
    <Later read={classes}>
      {found => {
        const open = found.filter(({ status }) => status === 'published' || status === 'open' || status === 'running')
        if (open.length === 0) return <p className="text-sm text-ink-2">{t('noClasses')}</p>
        return (
          <div className="max-h-80 overflow-y-auto rounded-md border border-line px-3">
            {open.map(section => (
              <Checkbox
                key={section.id}
                label={names(section)}
                hint={`${when(section)} · ${section.enrolled}/${section.capacity}`}
                checked={chosen.includes(section.id)}
                onChange={() =>
                  onChange(
                    chosen.includes(section.id) ? chosen.filter(id => id !== section.id) : [...chosen, section.id],
                  )
                }
              />
            ))}
          </div>
        )
      }}
    </Later>
  )
}

/** Creates a lottery, or changes a draft. */
export const OfficeLotteryForm = ({
  lottery,
  onSaved,
}: {
  lottery: Lottery | null
  onSaved: (saved: Lottery, isNew: boolean) => void
}) => {
  const t = useTranslations('lotteries.edit')
  const names = useNameText()
  const { zone } = useFormat()
  const { day, time } = useSchoolClock()
  const [openedAt] = useState(`${day}T${time}`)
  const terms = useReadLater('terms-list', {})
  const open = terms.data?.filter(({ status }) => status !== 'closed' && status !== 'archived' && status !== 'grading')
  const [values, change] = useChanges({
    name: lottery?.name ?? '',
    nativeName: lottery?.nativeName ?? '',
    termId: lottery?.term.id ?? '',
    opensAt: lottery ? wallOf(zone, lottery.opensAt) : openedAt,
    closesAt: lottery ? wallOf(zone, lottery.closesAt) : '',
    confirmHours: String(lottery?.confirmHours ?? 48),
    usesPriorities: lottery?.usesPriorities ?? false,
    publicSource: lottery?.publicSource ?? '',
    sectionIds: lottery?.classes.map(({ sectionId }) => sectionId) ?? [],
  })
  const labelOf = (path: string): string => (path in values ? t(path as keyof typeof values & 'name') : path)
  const create = useForm('lotteries-create', labelOf)
  const alter = useForm('lotteries-change', labelOf)
  const form = lottery ? alter : create
  const first = open?.find(({ status }) => registrableTerms.includes(status)) ?? open?.[0]
  const termId = values.termId || (first?.id ?? '')
  const bind = (key: 'name' | 'nativeName' | 'opensAt' | 'closesAt' | 'confirmHours' | 'publicSource') => ({
    value: values[key],
    onChange: (event: { target: { value: string } }) => change({ [key]: event.target.value }),
  })
  const submit = () => {
    const { confirmHours, termId: _term, ...rest } = values
    const input = { ...rest, confirmHours: Number(confirmHours) }
    const done = (saved: Lottery) => {
      toast(lottery ? t('saved') : t('created', { name: saved.name }))
      onSaved(saved, lottery === null)
    }
    if (lottery) alter.send({ id: lottery.id, ...input }, done)
    else create.send({ termId, ...input }, done)
  }
  return (
    <form
      noValidate
      className="grid gap-4 py-1"
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <FormProblems form={form} />
      <Field label={t('name')} hint={t('nameHint')} required {...form.field('name')}>
        <Input {...bind('name')} />
      </Field>
      <InChinese text={values.nativeName}>
        <Field label={t('nativeName')} optional {...form.field('nativeName')}>
          <Input {...bind('nativeName')} />
        </Field>
      </InChinese>
      {!lottery && (
        <Field label={t('term')} required {...form.field('termId')}>
          <Select value={termId} onChange={event => change({ termId: event.target.value, sectionIds: [] })}>
            {open?.map(term => (
              <option key={term.id} value={term.id}>
                {names(term)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field group label={t('sectionIds')} hint={t('sectionIdsHint')} required {...form.field('sectionIds')}>
        {termId !== '' && (
          <ClassPicker termId={termId} chosen={values.sectionIds} onChange={sectionIds => change({ sectionIds })} />
        )}
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('opensAt')} required {...form.field('opensAt')}>
          <Input type="datetime-local" {...bind('opensAt')} />
        </Field>
        <Field label={t('closesAt')} required {...form.field('closesAt')}>
          <Input type="datetime-local" {...bind('closesAt')} />
        </Field>
      </div>
      <Field label={t('confirmHours')} hint={t('confirmHoursHint')} required {...form.field('confirmHours')}>
        <Input type="number" inputMode="numeric" min={1} max={336} {...bind('confirmHours')} />
      </Field>
      <Field label={t('publicSource')} hint={t('publicSourceHint')} optional {...form.field('publicSource')}>
        <Input {...bind('publicSource')} />
      </Field>
      <Checkbox
        label={t('usesPriorities')}
        hint={t('usesPrioritiesHint')}
        checked={values.usesPriorities}
        onChange={event => change({ usesPriorities: event.target.checked })}
      />
      <div>
        <Button type="submit" variant="primary" pending={form.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
