import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Ledger, LedgerEntry } from '#contract/money/payments.ts'
import { afterReversal, afterUndoing, dueOf } from '#rules/ledger.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useEntryText } from '#web/money/payments/entryText.ts'
import { Outcome, useBalanceNow } from '#web/money/payments/outcome.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'

export type Correction = 'reverse' | 'bounce' | 'void'
type OfficeCorrectProps = {
  how: Correction
  entry: LedgerEntry
  ledger: Ledger
  onClose: () => void
  onDone: (message: string) => void
}

/** The outcome of a correction, by the rule that the server follows. */
const useOutcome = ({ how, entry, ledger }: Pick<OfficeCorrectProps, 'how' | 'entry' | 'ledger'>) => {
  const t = useTranslations('payments.correct')
  const format = useFormat()
  const open = entry.openCents ?? 0
  if (how === 'reverse') {
    const amountCents = entry.netCents ?? 0
    const { creditCents, balanceCents } = afterReversal({ netCents: amountCents, openCents: open }, dueOf(ledger))
    return {
      amountCents,
      balanceCents,
      lines: creditCents > 0 ? [t('becomesCredit', { amount: format.money(creditCents) })] : [],
    }
  }
  const amountCents = -entry.amountCents
  const refunded = ledger.entries
    .filter(({ kind, receiptNumber }) => kind === 'refund' && receiptNumber === entry.receiptNumber)
    .reduce((sum, each) => sum + each.amountCents, 0)
  const covered = amountCents - open - refunded
  return {
    amountCents,
    // A refund request on this payment is declined with it.
    balanceCents: afterUndoing(amountCents, dueOf(ledger) - (entry.returningCents ?? 0)).balanceCents,
    lines: [
      ...(covered > 0 ? [t('opensAgain', { amount: format.money(covered) })] : []),
      ...(refunded > 0 ? [t('owedBack', { amount: format.money(refunded) })] : []),
    ],
  }
}

/** Reverses a charge or voids a payment by a counter-entry: asks for the reason first, and shows the outcome. */
export const OfficeCorrect = ({ how, entry, ledger, onClose, onDone }: OfficeCorrectProps) => {
  const t = useTranslations('payments.correct')
  const format = useFormat()
  const balanceNow = useBalanceNow()
  const { what } = useEntryText()(entry)
  const [reason, setReason] = useState('')
  const outcome = useOutcome({ how, entry, ledger })
  const amount = format.money(outcome.amountCents)
  const label = () => t('reason')
  const forms = {
    reverse: useForm('payments-reverse', label),
    bounce: useForm('payments-bounce', label),
    void: useForm('payments-void', label),
  }
  const form = forms[how]
  const submit = () => {
    const done = (answer: { balanceCents: number }) =>
      onDone(t(`${how}.done`, { amount, now: balanceNow(answer.balanceCents) }))
    if (how === 'reverse') forms.reverse.send({ chargeId: entry.id, reason }, done)
    else forms[how].send({ paymentId: entry.id, reason }, done)
  }
  return (
    <FormDialog
      title={t(`${how}.title`, { amount, what })}
      description={t(`${how}.hint`)}
      verb={t(`${how}.button`, { amount })}
      danger
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <Outcome {...outcome} />
      <Field label={t('reason')} hint={t('reasonHint')} required {...form.field('reason')}>
        <Input value={reason} onChange={event => setReason(event.target.value)} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}
