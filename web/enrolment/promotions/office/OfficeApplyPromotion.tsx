import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { daysAfter } from '#rules/days.ts'
import { useMails } from '#web/wire/mails.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useNames } from '#web/words/Name.tsx'
import type { UndoBatch } from '#web/enrolment/promotions/promotionText.ts'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

const daysToConfirm = 21

type Props = { promotion: Output<'promotions-get'>; undo: UndoBatch; onClose: () => void }

/** Asks how long the seats are held and whether families are told, then holds them. */
export const OfficeApplyPromotion = ({ promotion: { run, counts, classes }, undo, onClose }: Props) => {
  const t = useTranslations('promotions.apply')
  const names = useNames()
  const mails = useMails()
  const format = useFormat()
  const { day } = useSchoolClock()
  const [holdUntil, setHoldUntil] = useState(daysAfter(day, daysToConfirm))
  const [tell, setTell] = useState(true)
  const n = classes.reduce((sum, { coming }) => sum + coming, 0)
  const term = names(run.to).first
  const form = useForm('promotions-apply', () => t('holdUntil'))
  const send = () =>
    form.send({ id: run.id, holdUntil, tell }, ({ places, batchId }) => {
      toast(t('done', { n: places }), () => void undo(batchId))
      onClose()
    })
  return (
    <FormDialog
      title={t('title')}
      description={t('description', { n, term })}
      verb={t('do', { n })}
      form={form}
      onSubmit={send}
      onClose={onClose}
    >
      {counts.grades > 0 && (
        <Notice tone="info">{t('grades', { n: counts.grades, term, day: format.day(run.to.startsOn) })}</Notice>
      )}
      <Field label={t('holdUntil')} hint={t('holdHint')} required {...form.field('holdUntil')}>
        <Input
          type="date"
          className="max-w-48"
          min={day}
          value={holdUntil}
          onChange={event => setHoldUntil(event.target.value)}
        />
      </Field>
      <Checkbox
        label={t('tell', { mails })}
        hint={t('tellHint', { mails })}
        checked={tell}
        onChange={event => setTell(event.target.checked)}
      />
    </FormDialog>
  )
}
