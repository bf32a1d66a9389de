import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import type { Term } from '#contract/school/terms.ts'
import type { WindowAudience } from '#contract/enrolment/windows.ts'
import { audiences, namedAudiences } from '#contract/enrolment/windows.plain.ts'
import { useReadToEdit } from '#web/wire/useReadToEdit.ts'
import { Later } from '#web/routing/Later.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Textarea } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { FormProblems } from '#web/records/FormProblems.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'

type Plan = Output<'windows-plan'>
type Typed = { isOn: boolean; onDay: string; time: string }
type Values = Record<WindowAudience, Typed> & {
  isParted: boolean
  /** The email addresses, one per line. */
  staffLines: string
  currentLines: string
}
const linesFor = { staff: 'staffLines', current: 'currentLines' } as const

const firstTime = '08:00'
const valuesOf = ({ windows, addresses }: Plan): Values => {
  const of = (audience: WindowAudience): Typed => {
    const found = windows.find(each => each.audience === audience)
    return found ? { isOn: true, onDay: found.onDay, time: found.time } : { isOn: false, onDay: '', time: firstTime }
  }
  const lines = (audience: string) =>
    addresses
      .filter(each => each.audience === audience)
      .map(({ email }) => email)
      .join('\n')
  return {
    isParted: windows.length > 0,
    staff: of('staff'),
    current: of('current'),
    all: { ...of('all'), isOn: true },
    staffLines: lines('staff'),
    currentLines: lines('current'),
  }
}
const linesOf = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map(line => line.trim())
    .filter(Boolean)

const Windows = ({ term, plan }: { term: Pick<Term, 'id' | 'name' | 'nativeName'>; plan: Plan }) => {
  const t = useTranslations('windows')
  const names = useFirstName()
  const [values, change] = useChanges(valuesOf(plan))
  const { isParted } = values
  const chosen = audiences.filter(audience => values[audience].isOn)
  const addresses = namedAudiences.flatMap(audience =>
    values[audience].isOn ? linesOf(values[linesFor[audience]]).map(email => ({ audience, email })) : [],
  )
  const labelOf = (path: string): string => {
    const [list, index = ''] = path.split('.')
    if (list === 'windows') return t(`audience.${chosen[Number(index)] ?? 'all'}`)
    const address = addresses[Number(index)]
    return address ? address.email : t('office.title')
  }
  const form = useForm('windows-set', labelOf)
  const set = (audience: WindowAudience, patch: Partial<Typed>) =>
    change({ [audience]: { ...values[audience], ...patch } })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const windows = isParted
      ? chosen.map(audience => ({ audience, onDay: values[audience].onDay, time: values[audience].time }))
      : []
    form.send({ termId: term.id, windows, addresses: isParted ? addresses : [] }, saved =>
      toast(t(saved.windows.length > 0 ? 'office.saved' : 'office.cleared', { term: names(term) })),
    )
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <FormProblems form={form} />
      <Field label={t('office.way', { term: names(term) })} group id="windows">
        <RadioGroup
          options={[
            { value: 'once', label: t('office.none') },
            { value: 'parted', label: t('office.byWindows') },
          ]}
          value={isParted ? 'parted' : 'once'}
          onChange={value => change({ isParted: value === 'parted' })}
        />
      </Field>
      {isParted &&
        audiences.map(audience => {
          const index = chosen.indexOf(audience)
          const { isOn, onDay, time } = values[audience]
          const isNamed = audience !== 'all'
          return (
            <fieldset key={audience} className="grid gap-3 border-t border-line pt-3">
              <legend className="sr-only">{t(`audience.${audience}`)}</legend>
              {isNamed ? (
                <Checkbox
                  label={t(`audience.${audience}`)}
                  hint={t(`office.hint.${audience}`)}
                  checked={isOn}
                  onChange={event => set(audience, { isOn: event.target.checked })}
                />
              ) : (
                <div>
                  <p className="font-medium">{t('audience.all')}</p>
                  <p className="text-sm text-ink-2">{t('office.hint.all')}</p>
                </div>
              )}
              {isOn && (
                <div className="grid grid-cols-2 gap-3">
                  <Field label={t('office.day')} required {...form.field(`windows.${index}.onDay`)}>
                    <Input type="date" value={onDay} onChange={event => set(audience, { onDay: event.target.value })} />
                  </Field>
                  <Field label={t('office.time')} required {...form.field(`windows.${index}.time`)}>
                    <Input type="time" value={time} onChange={event => set(audience, { time: event.target.value })} />
                  </Field>
                </div>
              )}
              {isOn && isNamed && (
                <Field
                  label={t(`office.addresses.${audience}`)}
                  hint={t(`office.addressesHint.${audience}`)}
                  optional
                  id={`addresses-${audience}`}
                >
                  <Textarea
                    rows={3}
                    className="max-h-44"
                    spellCheck={false}
                    value={values[linesFor[audience]]}
                    onChange={event => change({ [linesFor[audience]]: event.target.value })}
                  />
                </Field>
              )}
            </fieldset>
          )
        })}
      <Button type="submit" wide pending={form.isPending}>
        {t('office.save')}
      </Button>
    </form>
  )
}

/** When registration for a term opens: for everyone at once, or for one group after another. */
export const OfficeTermWindows = ({ term }: { term: Pick<Term, 'id' | 'name' | 'nativeName'> }) => {
  const t = useTranslations('windows.office')
  const plan = useReadToEdit('windows-plan', { termId: term.id })
  return (
    <section aria-labelledby="windows-title" className="mt-8 border-t border-line pt-5">
      <h3 id="windows-title" className="text-lg">
        {t('title')}
      </h3>
      <p className="mt-1 mb-3 text-sm text-ink-2">{t('lead')}</p>
      <Later read={plan}>{found => <Windows key={term.id} term={term} plan={found} />}</Later>
    </section>
  )
}
