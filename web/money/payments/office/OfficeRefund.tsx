import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Ledger, LedgerEntry } from '#contract/money/payments.ts'
import { handMethods } from '#contract/money/payments.plain.ts'
import { afterRefund, dueOf } from '#rules/ledger.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useSchool } from '#web/wire/school.ts'
import { useMethodText } from '#web/money/payments/shared/chargeText.ts'
import { Outcome, useBalanceNow } from '#web/money/payments/outcome.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { MoneyInput } from '#web/ui/MoneyInput.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'

type OfficeRefundProps = { entry: LedgerEntry; ledger: Ledger; onClose: () => void; onDone: (message: string) => void }

/** Records a refund by hand: the method, how much of what is left of the payment, and the reason. */
export const OfficeRefund = ({ entry, ledger, onClose, onDone }: OfficeRefundProps) => {
  const t = useTranslations('payments.refund')
  const correct = useTranslations('payments.correct')
  const format = useFormat()
  const methodText = useMethodText()
  const balanceNow = useBalanceNow()
  const today = useSchool()?.today ?? ''
  const left = (entry.openCents ?? 0) - (entry.returningCents ?? 0)
  const [amount, setAmount] = useState<number | null>(left)
  const [values, setValues] = useState({
    method: 'cheque' as (typeof handMethods)[number],
    onDay: today,
    reference: '',
    reason: '',
  })
  const labels: Record<string, string> = {
    amountCents: t('amount'),
    onDay: t('day'),
    reference: t('reference'),
    reason: correct('reason'),
  }
  const form = useForm('payments-refund', path => labels[path] ?? path)
  // The account below has a form whose fields have the same names.
  const field = (path: string) => ({ ...form.field(path), id: `refund-${path}` })
  const submit = () => {
    const amountCents = amount ?? 0
    form.send({ paymentId: entry.id, ...values, amountCents }, answer =>
      onDone(t('done', { amount: format.money(amountCents), now: balanceNow(answer.balanceCents) })),
    )
  }
  const type = (name: 'reference' | 'reason' | 'onDay') => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  })
  return (
    <FormDialog
      title={t('title', { number: entry.receiptNumber ?? '' })}
      description={t('hint', { amount: format.money(left) })}
      verb={t('button', { amount: format.money(Math.max(0, amount ?? 0)) })}
      form={{ ...form, problems: form.problems.map(problem => ({ ...problem, id: `refund-${problem.id}` })) }}
      onSubmit={submit}
      onClose={onClose}
    >
      <div>
        <Segmented
          label={t('method')}
          value={values.method}
          onChange={method => setValues({ ...values, method })}
          options={handMethods.map(value => ({ value, label: methodText(value) }))}
        />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('amount')} required {...field('amountCents')}>
          <MoneyInput value={amount} currency={format.currency} onChange={setAmount} />
        </Field>
        <Field label={t('day')} required {...field('onDay')}>
          <Input type="date" max={today} {...type('onDay')} />
        </Field>
      </div>
      <Field label={t('reference')} optional {...field('reference')}>
        <Input autoComplete="off" {...type('reference')} />
      </Field>
      <Field label={correct('reason')} hint={correct('reasonHint')} required {...field('reason')}>
        <Input autoComplete="off" {...type('reason')} />
      </Field>
      {amount !== null && amount > 0 && amount <= left && (
        <Outcome lines={[]} balanceCents={afterRefund(amount, left, dueOf(ledger)).balanceCents} />
      )}
    </FormDialog>
  )
}
