import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'

type OfficeLetOffProps = {
  ids: readonly string[]
  onUndo: (batchId: string) => void
  onDone: () => void
  onClose: () => void
}

/** Exempts the selected families from their duty, with a reason, for the year or until the exemption is ended. */
export const OfficeLetOff = ({ ids, onUndo, onDone, onClose }: OfficeLetOffProps) => {
  const t = useTranslations('duties.list')
  const [reason, setReason] = useState('')
  const [howLong, setHowLong] = useState<'thisYear' | 'forGood'>('thisYear')
  const form = useForm('duties-exempt', () => t('letOffReason'))
  const submit = () =>
    form.send({ ids: [...ids], reason, isForGood: howLong === 'forGood' }, ({ exempted, batchId }) => {
      onDone()
      onClose()
      toast(t('wasLetOff', { n: exempted }), batchId === null ? undefined : () => onUndo(batchId))
    })
  return (
    <FormDialog
      title={t('letOffTitle', { n: ids.length })}
      description={t('letOffText')}
      verb={t('letOffDo', { n: ids.length })}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('letOffReason')} hint={t('letOffReasonHint')} required {...form.field('reason')}>
        <Input value={reason} onChange={event => setReason(event.target.value)} />
      </Field>
      <Field group label={t('howLong')}>
        <RadioGroup
          value={howLong}
          onChange={setHowLong}
          options={(['thisYear', 'forGood'] as const).map(value => ({
            value,
            label: t(value),
            hint: t(`${value}Hint`),
          }))}
        />
      </Field>
    </FormDialog>
  )
}
