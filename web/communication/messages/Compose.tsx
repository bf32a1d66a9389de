import { Eye, Save, Send, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Audience } from '#contract/communication/messages.audience.ts'
import type { Notice as NoticeRecord, NoticeInput } from '#contract/communication/messages.notices.ts'
import { manyFamilies } from '#contract/communication/messages.notices.plain.ts'
import { missingTexts, wrongPlaceholders } from '#rules/notices.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { CallError, worded } from '#web/wire/callError.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { useMails } from '#web/wire/mails.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFieldErrors } from '#web/records/useForm.ts'
import { useWayOut } from '#web/ui/useWayOut.ts'
import { Unsaved } from '#web/ui/Unsaved.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'
import { AudienceBuilder } from '#web/communication/messages/shared/AudienceBuilder.tsx'
import { namesOf } from '#web/communication/messages/shared/audienceText.ts'
import { NoticePage } from './NoticePage.tsx'
import { Preview } from './Preview.tsx'
import { useReach } from '#web/communication/messages/shared/Reach.tsx'
import { TextFields } from './TextFields.tsx'
import { type PlannedTime, WhenField } from './WhenField.tsx'

type ComposeProps = {
  /** The draft to continue; null for a new one. */
  id: string | null
  /** Limits the audience to the caller's own classes. */
  limited?: boolean
  /** The initial audience of a new notice. */
  startWith?: Audience
  onSaved: (id: string) => void
  onSent: (id: string) => void
  onGone: () => void
}

const blank: NoticeInput = {
  subject: '',
  body: '',
  nativeSubject: '',
  nativeBody: '',
  audience: [],
  byEmail: true,
  isUrgent: false,
  needsAnswer: false,
}
const inputOf = ({
  subject,
  body,
  nativeSubject,
  nativeBody,
  audience,
  byEmail,
  isUrgent,
  needsAnswer,
}: NoticeRecord): NoticeInput => ({
  subject,
  body,
  nativeSubject,
  nativeBody,
  audience,
  byEmail,
  isUrgent,
  needsAnswer,
})

const TemplatePick = ({ onPick }: { onPick: (texts: Partial<NoticeInput>) => void }) => {
  const t = useTranslations('messages.compose')
  const templates = useReadLater('messages-templates', {}).data?.rows ?? []
  if (templates.length === 0) return null
  return (
    <Field label={t('template')}>
      <Select
        value=""
        onChange={event => {
          const found = templates.find(({ id }) => id === event.target.value)
          if (!found) return
          const { subject, body, nativeSubject, nativeBody } = found
          onPick({ subject, body, nativeSubject, nativeBody })
        }}
      >
        <option value="">{t('noTemplate')}</option>
        {templates.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type ComposeFormProps = Omit<ComposeProps, 'id'> & { notice: NoticeRecord | null }

const ComposeForm = ({ notice, limited = false, startWith = [], onSaved, onSent, onGone }: ComposeFormProps) => {
  const t = useTranslations('messages.compose')
  const audienceText = useTranslations('audience')
  const text = useUiText()
  const failureText = useFailureText()
  const format = useFormat()
  const clock = useSchoolClock()
  const create = useWrite('messages-createNotice')
  const change = useWrite('messages-changeNotice')
  const remove = useWrite('messages-removeNotice')
  const send = useWrite('messages-sendNotice')
  const unschedule = useWrite('messages-unscheduleNotice')
  const [values, setValues] = useState<NoticeInput>(notice ? inputOf(notice) : { ...blank, audience: [...startWith] })
  const [isNativeChecked, setNativeChecked] = useState(false)
  // The version on the server on which this form is based.
  const [draft, setDraft] = useState(notice && { id: notice.id, version: notice.version })
  const [at, setAt] = useState<PlannedTime>(null)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [asks, setAsks] = useState<'send' | 'remove' | 'preview' | null>(null)
  const way = useWayOut({ links: true })
  const reach = useReach(values.audience)
  const families = reach.data?.households ?? 0
  const people = reach.data?.people ?? 0

  const labels: Record<string, string> = {
    subject: t('subject'),
    body: t('body'),
    nativeSubject: t('nativeSubject'),
    nativeBody: t('nativeBody'),
    audience: audienceText('title'),
    at: t('when'),
  }
  const { field, problems, mend, failure } = useFieldErrors(error, path => labels[path] ?? path)
  const fail = (problem: unknown) => {
    setAsks(null)
    setError(problem)
    setAttempt(count => count + 1)
  }

  const save = async (): Promise<{ id: string; version: number }> => {
    const saved = draft
      ? await change.send({ ...draft, ...values, ...(isNativeChecked && { isNativeChecked }) })
      : await create.send(values)
    setDraft({ id: saved.id, version: saved.version })
    return saved
  }
  const saveDraft = () => {
    setError(null)
    save().then(({ id }) => {
      toast(t('saved'))
      way.forget()
      onSaved(id)
    }, fail)
  }
  const undo = (id: string) =>
    void unschedule.send({ id }).then(
      () => toast(t('undone')),
      (problem: unknown) => toast(failureText(problem)),
    )
  const sendNow = () => {
    setError(null)
    save()
      .then(({ id }) => send.send({ id, agreedPeople: people, at }))
      .then(({ id, sendAt }) => {
        toast(at && sendAt ? t('scheduledToast', { at: format.instant(sendAt) }) : t('sentToast'), () => undo(id))
        way.forget()
        onSent(id)
      }, fail)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Show at once what the server would refuse.
    const wrong: { path: string; message: string }[] = [...missingTexts(values), ...wrongPlaceholders(values)]
    if (values.audience.length === 0) wrong.push({ path: 'audience', message: 'required' })
    if (wrong.length > 0) {
      const refusal = new CallError(
        'invalid-argument',
        'Invalid input',
        { reason: 'INVALID_INPUT', fields: wrong },
        true,
      )
      void worded(refusal).then(fail)
      return
    }
    if (families > manyFamilies) setAsks('send')
    else sendNow()
  }
  const mails = useMails()
  const isPending = create.isPending || change.isPending || send.isPending
  const label =
    families > 0 || people === 0
      ? t(at ? 'schedule' : 'send', { n: families })
      : t(at ? 'schedulePeople' : 'sendPeople', { n: people })
  const check = (key: 'byEmail' | 'isUrgent' | 'needsAnswer') => (
    <Checkbox
      label={t(key)}
      hint={t(key !== 'needsAnswer' && mails !== 'sent' ? `${key}Kept` : `${key}Hint`)}
      checked={values[key]}
      onChange={event => setValues({ ...values, [key]: event.target.checked })}
    />
  )
  return (
    <form
      noValidate
      onSubmit={submit}
      onInput={way.onInput}
      aria-label={t('title')}
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
    >
      {way.isAsking && <Unsaved way={way} className="sticky top-0 z-10 rounded-lg" />}
      <ErrorSummary problems={problems} attempt={attempt} onMend={mend} />
      {failure && (
        <Notice alert tone="danger">
          {failure}
        </Notice>
      )}
      <AudienceBuilder
        label={audienceText('title')}
        value={values.audience}
        onChange={audience => setValues({ ...values, audience })}
        names={notice ? namesOf(notice) : new Map()}
        reach={reach}
        limited={limited}
        people
        field={field('audience')}
      />
      <TemplatePick onPick={texts => setValues({ ...values, ...texts })} />
      {notice?.isNativeStale === true && !isNativeChecked && values.nativeBody === notice.nativeBody && (
        <Notice
          tone="warn"
          action={
            <Button size="small" onClick={() => setNativeChecked(true)}>
              {t('fits')}
            </Button>
          }
        >
          {t('stale')}
        </Notice>
      )}
      <TextFields value={values} onChange={next => setValues({ ...values, ...next })} field={field} stacked={limited} />
      <Field group label={t('how')}>
        <div className="grid gap-x-6 sm:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
          {check('byEmail')}
          {!limited && check('isUrgent')}
          {check('needsAnswer')}
        </div>
      </Field>
      <WhenField value={at} onChange={setAt} today={clock.day} field={field('at')} />
      <div
        className={classes(
          'flex flex-col-reverse gap-3 border-t border-line pt-5',
          !limited && 'sm:flex-row sm:items-center',
        )}
      >
        {draft && (
          <Button variant="quiet" icon={Trash2} onClick={() => setAsks('remove')}>
            {t('remove')}
          </Button>
        )}
        <div className={classes('flex flex-col-reverse gap-3', !limited && 'sm:ms-auto sm:flex-row')}>
          <Button icon={Eye} onClick={() => setAsks('preview')}>
            {t('preview')}
          </Button>
          <Button icon={Save} pending={isPending} onClick={saveDraft}>
            {t('save')}
          </Button>
          <Button type="submit" variant="primary" icon={Send} pending={isPending}>
            {label}
          </Button>
        </div>
      </div>
      {asks === 'preview' && <Preview texts={values} {...values} onClose={() => setAsks(null)} />}
      <Dialog
        open={asks === 'send'}
        onClose={() => setAsks(null)}
        title={t('sendTitle', { n: families })}
        actions={
          <>
            <Button onClick={() => setAsks(null)}>{text.cancel}</Button>
            <Button variant="primary" pending={isPending} onClick={sendNow}>
              {label}
            </Button>
          </>
        }
      >
        <p>
          {at
            ? t('scheduleText', { people, at: format.parts([format.day(at.day, 'long'), format.time(at.time)]) })
            : t('sendText', { people })}
        </p>
      </Dialog>
      <Dialog
        open={asks === 'remove'}
        onClose={() => setAsks(null)}
        title={t('removeTitle')}
        actions={
          <>
            <Button onClick={() => setAsks(null)}>{text.cancel}</Button>
            <Button
              variant="danger"
              pending={remove.isPending}
              onClick={() => {
                if (draft)
                  remove.send({ id: draft.id }).then(() => {
                    toast(t('removed'))
                    way.forget()
                    onGone()
                  }, fail)
              }}
            >
              {t('remove')}
            </Button>
          </>
        }
      />
    </form>
  )
}

/** Writes a notice, or continues a draft: its audience, its text in both languages, how and when it is sent. */
export const Compose = ({ id, ...form }: ComposeProps) => {
  const found = useReadLater('messages-notice', { id: id ?? '' }, { enabled: id !== null })
  if (id === null) return <ComposeForm notice={null} {...form} />
  return (
    <Later read={found}>
      {notice =>
        notice.id !== id ? null : notice.status === 'draft' ? (
          <ComposeForm notice={notice} {...form} />
        ) : (
          <NoticePage id={id} onEdit={form.onSaved} />
        )
      }
    </Later>
  )
}
