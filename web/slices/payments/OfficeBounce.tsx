import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { LedgerEntry } from '#contract/payments.ts'
import { useForm } from '#web/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { useFormat } from '#web/useFormat.ts'

type OfficeBounceProps = { entry: LedgerEntry; onClose: () => void; onBounced: (said: string) => void }

/** Undoes a payment that did not hold; it cannot be undone in turn, so it asks first and for the reason. */
export const OfficeBounce = ({ entry, onClose, onBounced }: OfficeBounceProps) => {
  const t = useTranslations('adminPayment')
  const text = useUiText()
  const format = useFormat()
  const [reason, setReason] = useState('')
  const form = useForm('payments-bounce', () => t('reason'), ['parents', 'terms', 'students'])
  const amount = format.money(-entry.amountCents)
  const isCheque = entry.method === 'cheque'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send({ paymentId: entry.id, reason }, answer =>
      onBounced(t('bouncedNow', { amount, balance: format.money(answer.balanceCents) })),
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(isCheque ? 'bounceTitle' : 'takeBackTitle', { amount })}
      description={t('bounceHint', { number: entry.receiptNumber ?? '' })}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="bounce" variant="danger" pending={form.isPending}>
            {t(isCheque ? 'bounce' : 'takeBackNow', { amount })}
          </Button>
        </>
      }
    >
      <form id="bounce" noValidate onSubmit={submit} className="grid gap-4 py-1">
        {form.failure && (
          <Notice alert tone="danger">
            {form.failure}
          </Notice>
        )}
        <Field label={t('reason')} hint={t('reasonHint')} required {...form.field('reason')}>
          <Input value={reason} onChange={event => setReason(event.target.value)} autoComplete="off" />
        </Field>
      </form>
    </Dialog>
  )
}
