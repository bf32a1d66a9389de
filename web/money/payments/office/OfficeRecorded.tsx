import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { ReceiptLink } from '#web/money/payments/ReceiptLink.tsx'
import { useBalanceNow } from '#web/money/payments/outcome.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

export type Recorded = Output<'payments-record'> & { amountCents: number }

type OfficeRecordedProps = { recorded: Recorded; another: string; onAnother: () => void }

/** The effect of the payment just recorded, and a link to record another. */
export const OfficeRecorded = ({ recorded, another, onAnother }: OfficeRecordedProps) => {
  const t = useTranslations('adminPayment')
  const format = useFormat()
  const balanceNow = useBalanceNow()
  const place = useRef<HTMLDivElement>(null)
  // A pile of checks is entered by keyboard: Enter goes on to the next payment.
  useEffect(() => place.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={place} role="status">
      <Notice
        tone="good"
        title={t('saved', { amount: format.money(recorded.amountCents), number: recorded.receiptNumber })}
        action={
          <div className="flex flex-wrap items-center gap-3">
            <ReceiptLink id={recorded.paymentId} number={recorded.receiptNumber} button />
            <Button size="small" onClick={onAnother}>
              {another}
            </Button>
          </div>
        }
      >
        <p>
          {t('savedCovers', { amount: format.money(recorded.allocatedCents) })} {balanceNow(recorded.balanceCents)}
        </p>
      </Notice>
    </div>
  )
}
