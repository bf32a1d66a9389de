import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Ledger, LedgerEntry } from '#contract/money/payments.ts'
import { allocate } from '#rules/ledger.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { useChargeText } from '#web/money/payments/shared/chargeText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type OfficeApplyProps = { entry: LedgerEntry; ledger: Ledger; onClose: () => void; onDone: (message: string) => void }

/** Allocates what is left of a payment to open charges, which can be selected. */
export const OfficeApply = ({ entry, ledger, onClose, onDone }: OfficeApplyProps) => {
  const t = useTranslations('payments.apply')
  const text = useUiText()
  const format = useFormat()
  const first = useFirstName()
  const chargeText = useChargeText()
  const failureText = useFailureText()
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const write = useWrite('payments-apply')
  const left = (entry.openCents ?? 0) - (entry.returningCents ?? 0)
  const { allocations, creditCents } = allocate(
    left,
    ledger.open
      .filter(({ id }) => !without.has(id))
      .map(({ id, dueOn, openCents }) => ({ id, dueOn, outstandingCents: openCents })),
  )
  const used = left - creditCents
  const toggle = (id: string) => {
    const next = new Set(without)
    if (!next.delete(id)) next.add(id)
    setWithout(next)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title', { amount: format.money(left) })}
      description={t('hint', { number: entry.receiptNumber ?? '' })}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            variant="primary"
            disabled={used === 0}
            pending={write.isPending}
            onClick={() =>
              write.start({ paymentId: entry.id, to: allocations }, answer =>
                onDone(t('done', { amount: format.money(answer.allocatedCents) })),
              )
            }
          >
            {t('button', { amount: format.money(used) })}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {write.error !== null && (
          <Notice alert tone="danger">
            {failureText(write.error)}
          </Notice>
        )}
        <Field group label={t('charges')}>
          {ledger.open.map(charge => {
            const part = allocations.find(({ chargeId }) => chargeId === charge.id)?.amountCents ?? 0
            const isIn = !without.has(charge.id)
            return (
              <Checkbox
                key={charge.id}
                checked={isIn}
                onChange={() => toggle(charge.id)}
                label={
                  <>
                    {format.parts([
                      chargeText(charge),
                      first({ name: charge.student, nativeName: charge.studentNativeName }),
                    ])}{' '}
                    <span className="tabular-nums">{format.money(charge.openCents)}</span>
                  </>
                }
                {...(isIn && { hint: part > 0 ? t('covers', { amount: format.money(part) }) : t('coversNothing') })}
              />
            )
          })}
        </Field>
        <p role="status" className="text-sm text-ink-2">
          {creditCents > 0 && t('leaves', { amount: format.money(creditCents) })}
        </p>
      </div>
    </Dialog>
  )
}
