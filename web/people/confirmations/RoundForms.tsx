import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Round } from '#contract/people/confirmations.ts'
import { daysAfter } from '#rules/days.ts'
import { useWrite } from '#web/wire/call.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Failure } from '#web/routing/Later.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

/** Starts a round, by default due in three weeks. */
export const StartRound = ({ onClose, onStarted }: { onClose: () => void; onStarted: (round: Round) => void }) => {
  const t = useTranslations('confirmations')
  const { day } = useSchoolClock()
  const form = useForm('confirmations-start', () => t('due'))
  const [dueOn, setDueOn] = useState(() => daysAfter(day, 21))
  return (
    <FormDialog
      title={t('startTitle')}
      description={t('startText')}
      verb={t('start')}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        form.send({ dueOn }, round => {
          toast(t('started', { n: round.families }))
          onStarted(round)
        })
      }
    >
      <Field label={t('due')} required {...form.field('dueOn')}>
        <Input type="date" value={dueOn} min={day} onChange={event => setDueOn(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

/** Changes the due date of a round. */
export const ChangeRound = ({ round, onClose }: { round: Round; onClose: () => void }) => {
  const t = useTranslations('confirmations')
  const format = useFormat()
  const form = useForm('confirmations-change', () => t('due'))
  const [{ dueOn }, set] = useChanges({ dueOn: round.dueOn })
  return (
    <FormDialog
      title={t('changeDay')}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        form.send({ id: round.id, dueOn }, () => {
          toast(t('dayChanged', { day: format.day(dueOn) }))
          onClose()
        })
      }
    >
      <Field label={t('due')} required {...form.field('dueOn')}>
        <Input type="date" value={dueOn} onChange={event => set({ dueOn: event.target.value })} />
      </Field>
    </FormDialog>
  )
}

/** Asks before the families that haven't confirmed are emailed. */
export const RemindRound = ({ round, onClose }: { round: Round; onClose: () => void }) => {
  const t = useTranslations('confirmations')
  const text = useUiText()
  const write = useWrite('confirmations-remind')
  const send = () =>
    write.start({ roundId: round.id }, ({ mails }) => {
      toast(t('reminded', { n: mails }))
      onClose()
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('remindTitle', { n: round.unreminded })}
      description={t('remindText')}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button variant="primary" pending={write.isPending} onClick={send}>
            {t('remind', { n: round.unreminded })}
          </Button>
        </>
      }
    >
      <Failure error={write.error} again={send} />
    </Dialog>
  )
}

/** Ends a round, which can't be undone. */
export const EndRound = ({ round, onClose }: { round: Round; onClose: () => void }) => {
  const t = useTranslations('confirmations')
  const text = useUiText()
  const write = useWrite('confirmations-end')
  const end = () =>
    write.start({ id: round.id }, () => {
      toast(t('ended'))
      onClose()
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('endTitle')}
      description={t('endText')}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button variant="danger" pending={write.isPending} onClick={end}>
            {t('endVerb', { n: round.families - round.confirmed })}
          </Button>
        </>
      }
    >
      <Failure error={write.error} again={end} />
    </Dialog>
  )
}
