import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import type { Output } from '#contract/index.ts'
import type { Visit } from '#contract/enrolment/visits.ts'
import { isOfAge } from '#rules/fit.ts'
import { useReadLater } from '#web/wire/call.ts'
import { useMails } from '#web/wire/mails.ts'
import { Later } from '#web/routing/Later.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { useFirstName, useNameText } from '#web/words/Name.tsx'
import { refreshClaims, useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { DateParts } from '#web/ui/DateParts.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select, Textarea } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { FormProblems } from '#web/records/FormProblems.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'

type Days = Output<'visits-days'>
type Known = Output<'visits-children'>
type Kind = Visit['kind']
type AskVisitProps = { section: CatalogueSection; kind: Kind; onClose: () => void }

const formId = 'ask-visit'
const other = 'other'

/** Maps the path of an answer to its question. */
const fieldOf = (
  path: string,
): 'pick' | 'who' | 'name' | 'nativeName' | 'birthOn' | 'allergies' | 'me' | 'phone' | 'note' =>
  path === 'onDay'
    ? 'pick'
    : path === 'studentId'
      ? 'who'
      : path === 'guardian.name'
        ? 'me'
        : path === 'guardian.phone'
          ? 'phone'
          : path.startsWith('child.')
            ? (path.slice('child.'.length) as 'name' | 'nativeName' | 'birthOn' | 'allergies')
            : 'note'

/** Why a child can't visit a class; null if it can. */
const obstacleOf = (child: Known['children'][number], section: CatalogueSection): 'inClass' | 'otherAge' | null =>
  child.isInClass ? 'inClass' : child.birthOn !== null && !isOfAge(child.birthOn, section) ? 'otherAge' : null

const useAsking = ({ section, kind }: AskVisitProps, days: Days, known: Known) => {
  const t = useTranslations('visits')
  const [values, setValues] = useState({
    onDay: days.days.find(({ places }) => places > 0)?.onDay ?? '',
    who: known.children.find(child => obstacleOf(child, section) === null)?.id ?? other,
    name: '',
    nativeName: '',
    birthOn: '',
    allergies: '',
    me: known.name,
    phone: known.phone,
    note: '',
  })
  const form = useForm('visits-ask', path => t(fieldOf(path)))
  const priceCents = (kind === 'trial' ? days.trialCents : days.dayCents) ?? 0
  const { onDay, who, name, nativeName, birthOn, allergies, me, phone, note } = values
  const send = (done: (status: Visit['status']) => void) =>
    form.send(
      {
        sectionId: section.id,
        onDay,
        kind,
        studentId: who === other ? null : who,
        ...(who === other && { child: { name, nativeName, birthOn, allergies }, guardian: { name: me, phone } }),
        note,
        agreedCents: priceCents,
      },
      ({ status }) => done(status),
    )
  return { values, set: (patch: Partial<typeof values>) => setValues({ ...values, ...patch }), form, priceCents, send }
}

const NewChild = ({ asking: { values, set, form }, known }: { asking: ReturnType<typeof useAsking>; known: Known }) => {
  const { dateOrder } = useFormat()
  const t = useTranslations('visits')
  return (
    <>
      <Field {...form.field('child.name')} label={t('name')} required>
        <Input value={values.name} onChange={event => set({ name: event.target.value })} />
      </Field>
      <Field {...form.field('child.nativeName')} label={t('nativeName')} optional>
        <Input value={values.nativeName} onChange={event => set({ nativeName: event.target.value })} />
      </Field>
      <Field {...form.field('child.birthOn')} label={t('birthOn')} group required>
        <DateParts order={dateOrder} value={values.birthOn} onChange={birthOn => set({ birthOn })} />
      </Field>
      <Field {...form.field('child.allergies')} label={t('allergies')} hint={t('allergiesHint')} optional>
        <Input value={values.allergies} onChange={event => set({ allergies: event.target.value })} />
      </Field>
      {known.name === '' && (
        <Field {...form.field('guardian.name')} label={t('me')} required>
          <Input autoComplete="name" value={values.me} onChange={event => set({ me: event.target.value })} />
        </Field>
      )}
      {known.phone === '' && (
        <Field {...form.field('guardian.phone')} label={t('phone')} hint={t('phoneHint')} required>
          <Input
            type="tel"
            autoComplete="tel"
            value={values.phone}
            onChange={event => set({ phone: event.target.value })}
          />
        </Field>
      )}
    </>
  )
}

type FieldsProps = AskVisitProps & { days: Days; known: Known; onDone: (answer: Answer) => void }
type Answer = { status: Visit['status']; name: string; onDay: string }

const Fields = (props: FieldsProps) => {
  const { days, known, kind, section, onDone } = props
  const t = useTranslations('visits')
  const format = useFormat()
  const nameText = useNameText()
  const firstName = useFirstName()
  const mails = useMails()
  const asking = useAsking(props, days, known)
  const { values, set, form, priceCents, send } = asking
  const isSure = kind === 'day' || !days.trialNeedsApproval
  const choices = known.children.map(child => ({ child, obstacle: obstacleOf(child, section) }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const child = known.children.find(({ id }) => id === values.who)
    send(status => onDone({ status, name: child ? firstName(child) : values.name, onDay: values.onDay }))
  }
  return (
    <form id={formId} noValidate onSubmit={submit} className="grid gap-4 py-1">
      <FormProblems form={form} />
      <p className="text-sm text-ink-2">{isSure ? t('atOnce') : t('needsWord', { mails })}</p>
      <Field {...form.field('onDay')} label={t('pick')} required>
        <Select value={values.onDay} onChange={event => set({ onDay: event.target.value })}>
          {days.days.slice(0, 12).map(({ onDay, places }) => (
            <option key={onDay} value={onDay} disabled={places === 0}>
              {format.day(onDay, 'weekday')} · {t('places', { n: places })}
            </option>
          ))}
        </Select>
      </Field>
      {choices.length > 0 && choices.every(({ obstacle }) => obstacle !== null) && <Notice>{t('noChild')}</Notice>}
      {choices.length > 0 && (
        <Field {...form.field('studentId')} label={t('who')} group>
          <RadioGroup
            name="who"
            value={values.who}
            onChange={who => set({ who })}
            options={[
              ...choices.map(({ child, obstacle }) => ({
                value: child.id,
                label: nameText(child),
                hint: obstacle && t(`obstacle.${obstacle}`),
                disabled: obstacle !== null,
              })),
              { value: other, label: t('other') },
            ]}
          />
        </Field>
      )}
      {values.who === other && <NewChild asking={asking} known={known} />}
      <Field {...form.field('note')} label={t('note')} optional>
        <Textarea rows={2} value={values.note} onChange={event => set({ note: event.target.value })} />
      </Field>
      <p className="flex justify-between gap-4 border-t border-line pt-3">
        <span className="font-semibold">{t('price')}</span>
        <span className="display text-lg tabular-nums">{priceCents === 0 ? t('free') : format.money(priceCents)}</span>
      </p>
      <Button type="submit" variant="primary" wide pending={form.isPending}>
        {t(isSure ? 'take' : 'ask')}
      </Button>
    </form>
  )
}

const Asking = (props: AskVisitProps & { onDone: (answer: Answer) => void }) => {
  const t = useTranslations('visits')
  const days = useReadLater('visits-days', { sectionId: props.section.id })
  const known = useReadLater('visits-children', { sectionId: props.section.id })
  return (
    <Later read={days}>
      {found =>
        found.days.length === 0 ? (
          <p>{t('noDays')}</p>
        ) : (
          <Later read={known}>{children => <Fields {...props} days={found} known={children} />}</Later>
        )
      }
    </Later>
  )
}

/** Asks for one trial lesson of a class, or for a single day; a visitor signs in first. */
export const AskVisit = (props: AskVisitProps) => {
  const { section, kind, onClose } = props
  const t = useTranslations('visits')
  const format = useFormat()
  const firstName = useFirstName()
  const session = useSession()
  const mails = useMails()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const name = firstName(section)
  const isIn = session.state === 'in'
  const done = (what: Answer) => {
    setAnswer(what)
    // The first request makes a person a parent of the school.
    if (!session.user?.roles.includes('parent')) void refreshClaims().catch(() => undefined)
  }
  const title = answer
    ? t(answer.status === 'approved' ? 'takenTitle' : 'askedTitle')
    : t(kind === 'trial' ? 'trialTitle' : 'dayTitle', { section: name })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        answer ? (
          <>
            <Button onClick={onClose}>{t('close')}</Button>
            <ButtonLink to="/dashboard/" variant="primary">
              {t('toStart')}
            </ButtonLink>
          </>
        ) : (
          !isIn && (
            <ButtonLink
              to="/login"
              search={{ next: `/classes?class=${section.id}&visit=${kind}` }}
              variant="primary"
              wide="phone"
            >
              {t('signIn')}
            </ButtonLink>
          )
        )
      }
    >
      {answer ? (
        <p role="status">
          {answer.status === 'approved'
            ? t('taken', { name: answer.name, section: name, day: format.day(answer.onDay, 'weekday'), mails })
            : t('asked', { mails })}
        </p>
      ) : isIn ? (
        <Asking {...props} onDone={done} />
      ) : (
        <p>{t('signInHint')}</p>
      )}
    </Dialog>
  )
}
