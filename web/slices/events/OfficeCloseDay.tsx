import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useWrite } from '#web/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, RadioGroup } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/useForm.ts'
import { useFormat } from '#web/useFormat.ts'

const touched = ['terms', 'classes', 'students', 'parents', 'teachers', 'events']

type OfficeCloseDayProps = { day: string; termId: string; sessionDateId: string; onClose: () => void }

/** Closes a school day, with the reason that families read: cancelled this once, or planned as a closed day. */
export const OfficeCloseDay = ({ day, termId, sessionDateId, onClose }: OfficeCloseDayProps) => {
  const t = useTranslations('officeEvents')
  const format = useFormat()
  const [how, setHow] = useState<'cancelled' | 'closed'>('cancelled')
  const [reason, setReason] = useState('')
  const [tell, setTell] = useState(true)
  const cancel = useForm('terms-cancelDate', () => t('reason'), touched)
  const close = useForm('terms-closeDay', () => t('reason'), touched)
  const restore = useWrite('terms-restoreDate', touched)
  const reopen = useWrite('terms-openDay', touched)
  const form = how === 'cancelled' ? cancel : close
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = t('dayCancelled', { day: format.day(day, 'weekday') })
    if (how === 'cancelled')
      cancel.send({ sessionDateId, reason, tell }, () => {
        toast(text, () => restore.start({ sessionDateId, tell }))
        onClose()
      })
    else
      close.send({ termId, onDay: day, reason }, () => {
        toast(text, () => reopen.start({ termId, onDay: day }))
        onClose()
      })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('cancelDayTitle', { day: format.day(day, 'weekday') })}
      actions={
        <>
          <Button onClick={onClose}>{t('keepDay')}</Button>
          <Button type="submit" form="close-day" variant="primary" pending={form.isPending}>
            {t(how === 'cancelled' ? 'doCancel' : 'doClose')}
          </Button>
        </>
      }
    >
      <form id="close-day" noValidate onSubmit={submit} className="grid gap-4 py-1">
        {form.failure && (
          <Notice alert tone="danger">
            {form.failure}
          </Notice>
        )}
        <Field group label={t('how')}>
          <RadioGroup
            value={how}
            onChange={setHow}
            options={[
              { value: 'cancelled', label: t('asCancelled'), hint: t('asCancelledHint') },
              { value: 'closed', label: t('asClosed'), hint: t('asClosedHint') },
            ]}
          />
        </Field>
        <Field label={t('reason')} hint={t('reasonHint')} required {...form.field('reason')}>
          <Input value={reason} onChange={event => setReason(event.target.value)} />
        </Field>
        {how === 'cancelled' && (
          <Checkbox label={t('tell')} checked={tell} onChange={event => setTell(event.target.checked)} />
        )}
      </form>
    </Dialog>
  )
}
