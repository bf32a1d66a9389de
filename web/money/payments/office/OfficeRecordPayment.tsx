import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import type { Ledger } from '#contract/money/payments.ts'
import { handMethods } from '#contract/money/payments.plain.ts'
import { allocate, dueOf } from '#rules/ledger.ts'
import { useSchool } from '#web/wire/school.ts'
import { useChargeText } from '#web/money/payments/shared/chargeText.ts'
import { FormProblems } from '#web/records/FormProblems.tsx'
import { useForm } from '#web/records/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { MoneyInput } from '#web/ui/MoneyInput.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/**
 * The charges that an amount will cover, by the rule that the server follows: the earliest due first; the rest is
 * credit.
 */
const Preview = ({ ledger, amountCents }: { ledger: Ledger; amountCents: number }) => {
  const t = useTranslations('adminPayment')
  const chargeText = useChargeText()
  const format = useFormat()
  const after = dueOf(ledger) - amountCents
  const nameOf = (id: string): string => {
    const charge = ledger.open.find(each => each.id === id)!
    return charge.invoiceNumber ?? chargeText(charge)
  }
  // Earlier credit is used up first, as on the server, except what is being refunded.
  const { allocations } = allocate(
    amountCents + ledger.creditCents - ledger.returningCents,
    ledger.open.map(({ id, dueOn, openCents }) => ({ id, dueOn, outstandingCents: openCents })),
  )
  const covered = [...Map.groupBy(allocations, ({ chargeId }) => nameOf(chargeId))].map(([number, parts]) => {
    const part = parts.reduce((sum, each) => sum + each.amountCents, 0)
    const whole = ledger.open.reduce((sum, { id, openCents }) => sum + (nameOf(id) === number ? openCents : 0), 0)
    const text = part === whole ? t('coversWhole', { number }) : t('coversPart', { number, amount: format.money(part) })
    return { number, text }
  })
  return (
    <div role="status" className="grid gap-1 rounded-md bg-sunken px-3 py-2.5 text-sm text-ink-2">
      {covered.map(each => (
        <p key={each.number}>{each.text}</p>
      ))}
      <p className="font-semibold text-ink">
        {after > 0
          ? t('willOwe', { amount: format.money(after) })
          : after < 0
            ? t('willBeCredit', { amount: format.money(-after) })
            : t('willSettle')}
      </p>
    </div>
  )
}

type OfficeRecordPaymentProps = {
  ledger: Ledger
  /** Starts in the amount, where a pile of payments is entered by keyboard. */
  startsInAmount: boolean
  onRecorded: (answer: Output<'payments-record'>, amountCents: number) => void
}

/** Records a received payment: the method, the amount, and a reference. */
export const OfficeRecordPayment = ({ ledger, startsInAmount, onRecorded }: OfficeRecordPaymentProps) => {
  const t = useTranslations('adminPayment')
  const format = useFormat()
  const today = useSchool()?.today ?? ''
  const [values, setValues] = useState({
    method: 'cheque' as (typeof handMethods)[number],
    // Until an amount is typed, it is what the family owes, even if that changes.
    amountCents: undefined as number | null | undefined,
    receivedOn: today,
    reference: '',
    payer: '',
  })
  const owed = dueOf(ledger) > 0 ? dueOf(ledger) : null
  const amount = values.amountCents === undefined ? owed : values.amountCents
  const labels: Record<string, string> = {
    amountCents: t('amount'),
    receivedOn: t('receivedOn'),
    reference: t(`reference.${values.method}`),
    payer: t('payer'),
  }
  const form = useForm('payments-record', path => labels[path] ?? path)
  const place = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const amountInput = startsInAmount ? place.current?.querySelector<HTMLInputElement>('#amountCents') : null
    amountInput?.focus()
    // Typing replaces the amount that the family owes.
    amountInput?.select()
  }, [startsInAmount])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // An empty amount is sent as zero, which the amount's rule refuses with a message, as it does one that can’t be
    // read.
    const amountCents = amount ?? 0
    form.send({ householdId: ledger.householdId, ...values, amountCents }, answer => onRecorded(answer, amountCents))
  }
  return (
    <form
      ref={place}
      noValidate
      data-noprint
      onSubmit={submit}
      aria-label={t('record')}
      className="grid gap-4 rounded-lg border border-line p-4"
    >
      <h3 className="display text-lg">{t('record')}</h3>
      <FormProblems form={form} />
      <div>
        <Segmented
          label={t('methodLabel')}
          value={values.method}
          onChange={method => setValues({ ...values, method })}
          options={handMethods.map(value => ({ value, label: t(`method.${value}`) }))}
        />
      </div>
      <div className="grid grid-cols-2 items-end gap-3">
        <Field label={t('amount')} required {...form.field('amountCents')}>
          <MoneyInput
            value={amount}
            currency={format.currency}
            onChange={amountCents => setValues({ ...values, amountCents })}
          />
        </Field>
        <Field label={t('receivedOn')} required {...form.field('receivedOn')}>
          <Input
            type="date"
            value={values.receivedOn}
            max={today}
            onChange={event => setValues({ ...values, receivedOn: event.target.value })}
          />
        </Field>
        <Field label={t(`reference.${values.method}`)} optional {...form.field('reference')}>
          <Input
            value={values.reference}
            autoComplete="off"
            onChange={event => setValues({ ...values, reference: event.target.value })}
          />
        </Field>
        <Field label={t('payer')} optional {...form.field('payer')}>
          <Input
            value={values.payer}
            autoComplete="off"
            onChange={event => setValues({ ...values, payer: event.target.value })}
          />
        </Field>
      </div>
      {amount !== null && amount > 0 && <Preview ledger={ledger} amountCents={amount} />}
      <Button type="submit" variant="primary" wide pending={form.isPending}>
        {amount !== null && amount > 0 ? t('recordAmount', { amount: format.money(amount) }) : t('record')}
      </Button>
    </form>
  )
}
