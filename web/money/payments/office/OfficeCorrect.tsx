import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Ledger, LedgerEntry } from '#contract/money/payments.ts'
import { afterReversal, afterUndoing, dueOf } from '#rules/ledger.ts'
import { depositChecks } from '#rules/depositChecks.ts'
import { useReadLater } from '#web/wire/call.ts'
import { useFamilyName } from '#web/words/Name.tsx'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useEntryText } from '#web/money/payments/entryText.ts'
import { Outcome, useBalanceNow } from '#web/money/payments/outcome.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
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

/** The other families that a returned check has paid for: their payments stay valid until they are marked, too. */
const SameCheck = ({ entry }: { entry: LedgerEntry }) => {
  const t = useTranslations('payments.correct')
  const format = useFormat()
  const familyName = useFamilyName()
  const own = useReadLater('payments-received', {
    search: entry.receiptNumber ?? '',
    method: 'cheque',
  }).data?.rows.find(({ id }) => id === entry.id)
  const { data: sameDay } = useReadLater(
    'payments-received',
    { search: own?.reference ?? '', method: 'cheque', from: own?.receivedOn, to: own?.receivedOn },
    { enabled: own !== undefined && own.reference !== '' },
  )
  const valid = sameDay?.rows.filter(({ id, status }) => id === own?.id || status === 'succeeded') ?? []
  const check = depositChecks(valid).find(({ receipts }) => own !== undefined && receipts.includes(own.number))
  return valid
    .filter(({ id, number }) => id !== own?.id && check?.receipts.includes(number))
    .map(other => (
      <Notice key={other.id} tone="warn">
        {t('sameCheck', {
          amount: format.money(other.amountCents),
          family: familyName(other),
          number: other.number,
        })}
      </Notice>
    ))
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
      {how === 'bounce' && entry.method === 'cheque' && <SameCheck entry={entry} />}
      <Field label={t('reason')} hint={t('reasonHint')} required {...form.field('reason')}>
        <Input value={reason} onChange={event => setReason(event.target.value)} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}
