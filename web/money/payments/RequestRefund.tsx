import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMails } from '#web/wire/mails.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { MoneyInput } from '#web/ui/MoneyInput.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'

type RequestRefundProps = { householdId: string; freeCents: number }

const Asking = ({ householdId, freeCents, onClose }: RequestRefundProps & { onClose: () => void }) => {
  const t = useTranslations('leavings.refunds')
  const mode = useMails()
  const format = useFormat()
  const [amount, setAmount] = useState<number | null>(freeCents)
  const form = useForm('payments-requestRefund', () => t('amount'))
  const amountCents = Math.max(0, amount ?? 0)
  return (
    <FormDialog
      title={t('askTitle')}
      description={t('askHint', { amount: format.money(freeCents), mode })}
      verb={t('askButton', { amount: format.money(amountCents) })}
      form={form}
      onSubmit={() =>
        form.send({ householdId, amountCents }, () => {
          toast(t('asked', { amount: format.money(amountCents) }))
          onClose()
        })
      }
      onClose={onClose}
    >
      <Field label={t('amount')} required {...form.field('amountCents')}>
        <MoneyInput value={amount} currency={format.currency} onChange={setAmount} />
      </Field>
    </FormDialog>
  )
}

/** Requests a refund of unused credit. */
export const RequestRefund = (props: RequestRefundProps) => {
  const t = useTranslations('leavings.refunds')
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button className="mt-3" onClick={() => setAsking(true)}>
        {t('ask')}
      </Button>
      {isAsking && <Asking {...props} onClose={() => setAsking(false)} />}
    </>
  )
}
