import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Application } from '#contract/enrolment/applications.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Textarea } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useMails } from '#web/wire/mails.ts'

type AnsweringProps = { application: Application; onClose: () => void }

const useNamed = (application: Application) => {
  const firstName = useFirstName()
  return {
    kind: application.kind,
    name: firstName({ name: application.student, nativeName: application.nativeName }),
    section: firstName({ name: application.section, nativeName: application.sectionNativeName }),
  }
}

/** Approves a visit, after saying what the family is told and charged. */
export const Welcome = ({ application, onClose }: AnsweringProps) => {
  const t = useTranslations('applications')
  const format = useFormat()
  const named = useNamed(application)
  const [note, setNote] = useState('')
  const mails = useMails()
  const label = t('preview.note')
  const form = useForm('visits-decide', () => label)
  const day = format.day(application.onDay ?? '', 'weekday')
  const price = format.money(application.priceCents ?? 0)
  return (
    <FormDialog
      title={t('approveOf', named)}
      description={t(application.priceCents ? 'visitCharged' : 'visitFree', { mails, day, price })}
      verb={t('approve')}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        form.send({ id: application.id, to: 'approved', note }, () => {
          toast(t('visitApproved', { name: named.name, day }))
          onClose()
        })
      }
    >
      <Field {...form.field('note')} label={label} hint={t('noteHint', { mails })} optional>
        <Input maxLength={200} value={note} onChange={event => setNote(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

/** Declines an application or a visit, with a note that the email includes. */
export const Decline = ({ application, onClose }: AnsweringProps) => {
  const t = useTranslations('applications')
  const named = useNamed(application)
  const [note, setNote] = useState('')
  const mails = useMails()
  const label = () => t('declineNote')
  const asked = useForm('applications-decline', label)
  const visit = useForm('visits-decide', label)
  const isVisit = application.kind !== 'class'
  const form = isVisit ? visit : asked
  const done = () => {
    toast(t('declined'))
    onClose()
  }
  return (
    <FormDialog
      title={t('declineOf', named)}
      verb={t('decline')}
      danger
      form={form}
      onClose={onClose}
      onSubmit={() =>
        isVisit
          ? visit.send({ id: application.id, to: 'declined', note }, done)
          : asked.send({ id: application.id, note }, done)
      }
    >
      <Field {...form.field('note')} label={label()} hint={t(isVisit ? 'noteHint' : 'declineHint', { mails })} optional>
        <Input maxLength={200} value={note} onChange={event => setNote(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

/** Asks the family a question before the school decides. */
export const Ask = ({ application, onClose }: AnsweringProps) => {
  const t = useTranslations('applications')
  const named = useNamed(application)
  const [question, setQuestion] = useState('')
  const form = useForm('applications-ask', () => t('question'))
  return (
    <FormDialog
      title={t('askOf', named)}
      verb={t('send')}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        form.send({ id: application.id, question }, () => {
          toast(t('asked'))
          onClose()
        })
      }
    >
      <Field {...form.field('question')} label={t('question')} hint={t('questionHint')} required>
        <Textarea rows={4} value={question} onChange={event => setQuestion(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
