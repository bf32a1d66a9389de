import { useId, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { DayPreview, Remedy } from '#contract/enrolment/cancellations.ts'
import { useCalendarRules } from '#web/routing/rulesLater.ts'
import { useSchool } from '#web/wire/school.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useMails } from '#web/wire/mails.ts'
import { Later } from '#web/routing/Later.tsx'
import { useMay } from '#web/session/may.ts'
import { Named, useFirstName, useNameText } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, RadioGroup, type Option } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useRestore } from '#web/enrolment/cancellations/useRestore.ts'
import { InChinese } from '#web/words/InChinese.tsx'
import { StaleNotice } from './StaleNotice.tsx'

/** The plan for a canceled day: a no-school day, or a remedy for its lessons. */
type How = Remedy | 'closed'

const Clashes = ({ clashes }: { clashes: DayPreview['clashes'] }) => {
  const t = useTranslations('cancellations')
  const nameText = useNameText()
  const first = useFirstName()
  if (clashes.length === 0) return <p className="text-sm text-ink-2">{t('noClash')}</p>
  return (
    <Notice tone="warn" title={t('clashes')}>
      <ul className="mt-1 grid list-disc gap-0.5 ps-4">
        {clashes.slice(0, 6).map(clash => (
          <li key={`${clash.kind}${clash.name}${clash.with}`}>
            {t(`clash.${clash.kind}`, {
              name: nameText(clash),
              with: first({ name: clash.with, nativeName: clash.withNative }),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const ByClass = ({ classes }: { classes: DayPreview['classes'] }) => {
  const t = useTranslations('cancellations')
  const format = useFormat()
  return (
    <details className="rounded-md border border-line px-3 py-1 text-sm">
      <summary className="min-h-9 cursor-pointer py-2 font-semibold">{t('perClass')}</summary>
      <ul className="divide-y divide-line pb-1">
        {classes.map(each => (
          <li key={each.sectionId} className="flex items-baseline justify-between gap-3 py-1.5">
            <span className="min-w-0">
              <Named names={each} />
            </span>
            <span className="shrink-0 tabular-nums">{format.money(each.creditCents)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

type CancelDayProps = {
  sessionDateId: string
  /** The class whose lesson is canceled; null for the whole day. */
  sectionId: string | null
  onClose: () => void
}

type BodyProps = CancelDayProps & {
  preview: DayPreview
  makeUpOn: string
  onMakeUpOn: (day: string) => void
  onAgain: () => void
}

const Body = ({ sessionDateId, sectionId, onClose, makeUpOn, preview, onMakeUpOn, onAgain }: BodyProps) => {
  const t = useTranslations('cancellations')
  const mails = useMails()
  const format = useFormat()
  const firstName = useFirstName()
  const may = useMay()
  const restore = useRestore()
  const rules = useCalendarRules()
  const today = useSchool()?.today
  const formId = useId()
  const [how, setHow] = useState<How>('makeUp')
  const [reason, setReason] = useState('')
  const [nativeReason, setNativeReason] = useState('')
  const [tell, setTell] = useState(true)
  const [left, setLeft] = useState<ReadonlyMap<string, boolean>>(new Map())
  const labelOf = (path: string) =>
    path === 'makeUpOn' ? t('makeUpOn') : path === 'nativeReason' ? t('nativeReason') : t('reason')
  const cancel = useForm('cancellations-cancelDay', labelOf)
  const close = useForm('terms-closeDay', labelOf)
  const reopen = useWrite('terms-openDay')
  const form = how === 'closed' ? close : cancel
  const day = format.day(preview.onDay, 'weekday')
  const section = sectionId === null ? undefined : preview.classes[0]
  const released = preview.duties.filter(({ eventId, isDuring }) => left.get(eventId) ?? isDuring)
  const mayCredit = may('payments-charge') === true
  const options: Option<How>[] = [
    { value: 'makeUp', label: t('makeUp'), hint: t('makeUpHint') },
    {
      value: 'credit',
      label: t('credit'),
      disabled: !mayCredit || preview.creditCents === 0,
      hint: !mayCredit
        ? t('creditDenied')
        : preview.creditCents === 0
          ? t('creditNone')
          : t('creditSum', { amount: format.money(preview.creditCents), n: preview.credited }),
    },
    { value: 'none', label: t('none'), hint: t('noneHint') },
    ...(sectionId === null ? [{ value: 'closed' as const, label: t('closed'), hint: t('closedHint') }] : []),
  ]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (how === 'closed') {
      close.send({ termId: preview.termId, onDay: preview.onDay, reason, nativeReason }, () => {
        toast(t('doneDay', { day }), () => reopen.start({ termId: preview.termId, onDay: preview.onDay }))
        onClose()
      })
      return
    }
    cancel.send(
      {
        sessionDateId,
        sectionId,
        reason,
        nativeReason,
        remedy: how,
        makeUpOn: how === 'makeUp' && makeUpOn !== '' ? makeUpOn : null,
        eventIds: released.map(({ eventId }) => eventId),
        tell,
        agreedCents: how === 'credit' ? preview.creditCents : 0,
      },
      ({ id }) => {
        toast(section ? t('doneLesson', { name: firstName(section), day }) : t('doneDay', { day }), () =>
          restore.start({ id }),
        )
        onClose()
      },
    )
  }
  const verb =
    how === 'closed'
      ? t('doClosed')
      : how === 'credit'
        ? t('doCredit', { amount: format.money(preview.creditCents) })
        : t(section ? 'doLesson' : 'doDay')
  return (
    <Dialog
      open
      onClose={onClose}
      title={section ? t('lessonTitle', { name: firstName(section), day }) : t('dayTitle', { day })}
      description={
        preview.classes.length === 0 ? t('nobody') : t('reaches', { ...preview, classes: preview.classes.length })
      }
      actions={
        <>
          <Button onClick={onClose}>{t(sectionId === null ? 'keep' : 'keepLesson')}</Button>
          <Button
            type="submit"
            form={formId}
            variant={how === 'credit' ? 'danger' : 'primary'}
            pending={form.isPending}
          >
            {verb}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4 py-1">
        <ErrorSummary problems={form.problems} attempt={form.attempt} onMend={form.mend} />
        <StaleNotice failure={form.failure} onAgain={onAgain} />
        {preview.guests > 0 && <p className="text-sm">{t('guests', { n: preview.guests })}</p>}
        <Field label={t('reason')} hint={t('reasonHint')} required {...form.field('reason')}>
          <Input value={reason} onChange={event => setReason(event.target.value)} />
        </Field>
        <InChinese text={nativeReason}>
          <Field label={t('nativeReason')} optional {...form.field('nativeReason')}>
            <Input lang="zh" value={nativeReason} onChange={event => setNativeReason(event.target.value)} />
          </Field>
        </InChinese>
        <Field group label={t('remedy')}>
          <RadioGroup value={how} onChange={setHow} options={options} />
        </Field>
        {how === 'makeUp' && (
          <div className="grid gap-2">
            <Field label={t('makeUpOn')} required {...form.field('makeUpOn')}>
              <Input
                type="date"
                className="max-w-48"
                min={today}
                max={rules?.latestMakeUp(preview.onDay)}
                value={makeUpOn}
                onChange={event => onMakeUpOn(event.target.value)}
              />
            </Field>
            {makeUpOn !== '' && <Clashes clashes={preview.clashes} />}
          </div>
        )}
        {how === 'credit' && <ByClass classes={preview.classes} />}
        {how !== 'closed' && preview.duties.length > 0 && (
          <Field group label={t('duties')} hint={t('dutiesHint')}>
            <div>
              {preview.duties.map(duty => (
                <Checkbox
                  key={duty.eventId}
                  label={t('duty', {
                    title: firstName({ name: duty.title, nativeName: duty.nativeTitle }),
                    n: duty.signUps,
                  })}
                  hint={duty.startsAt && format.time(duty.startsAt)}
                  checked={left.get(duty.eventId) ?? duty.isDuring}
                  onChange={event => setLeft(new Map(left).set(duty.eventId, event.target.checked))}
                />
              ))}
            </div>
          </Field>
        )}
        {how !== 'closed' && (
          <Checkbox
            label={t(mails === 'kept' ? 'tellKept' : 'tell', { n: preview.letters })}
            hint={t(mails === 'kept' ? 'tellHintKept' : 'tellHint')}
            checked={tell}
            onChange={event => setTell(event.target.checked)}
          />
        )}
      </form>
    </Dialog>
  )
}

/** Cancels a school day or a lesson: who is affected, and what replaces it. */
export const OfficeCancelDay = (props: CancelDayProps) => {
  const t = useTranslations('cancellations')
  const { sessionDateId, sectionId, onClose } = props
  const [makeUpOn, setMakeUpOn] = useState('')
  const preview = useReadLater('cancellations-previewDay', {
    sessionDateId,
    ...(sectionId && { sectionId }),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(makeUpOn) && { makeUpOn }),
  })
  if (preview.data === undefined)
    return (
      <Dialog open onClose={onClose} title={t('callOff')}>
        <Later read={preview}>{() => null}</Later>
      </Dialog>
    )
  return (
    <Body
      {...props}
      preview={preview.data}
      makeUpOn={makeUpOn}
      onMakeUpOn={setMakeUpOn}
      onAgain={() => void preview.refetch()}
    />
  )
}
