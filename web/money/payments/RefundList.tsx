import { useTranslations } from 'use-intl'
import type { Refund } from '#contract/money/payments.refunds.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { useCauseText, useMethodText } from '#web/money/payments/shared/chargeText.ts'
import { Badge, type Tone } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** The state of a refund as screens name it. */
export const refundState = ({ status, isDeclined }: Pick<Refund, 'status' | 'isDeclined'>) =>
  isDeclined ? 'declined' : status

export const refundTones: Record<ReturnType<typeof refundState>, Tone> = {
  requested: 'warn',
  approved: 'info',
  sent: 'info',
  settled: 'good',
  failed: 'bad',
  declined: 'neutral',
}

/** The refunds to a family, and the state of each. */
export const RefundList = ({ refunds }: { refunds: readonly Refund[] }) => {
  const t = useTranslations('leavings.refunds')
  const format = useFormat()
  const first = useFirstName()
  const methodText = useMethodText()
  const causeText = useCauseText()
  return (
    <ul className="-my-3 divide-y divide-line">
      {refunds.map(refund => (
        <li key={refund.id} className="flex items-start justify-between gap-4 py-3">
          <div className="min-w-0">
            <p className="font-semibold">{first({ name: refund.reason, nativeName: refund.nativeReason })}</p>
            <p className="text-sm text-ink-2">
              {t(`says.${refundState(refund)}`, {
                day: format.day(refund.onDay),
                method: methodText(refund.method),
              })}
            </p>
            {refund.paidBy === 'card' &&
              refund.method === 'card' &&
              refund.reference === '' &&
              refund.paidReference && <p className="text-sm text-ink-2">{refund.paidReference}</p>}
            {refund.reference && <p className="text-sm text-ink-2">{refund.reference}</p>}
            {(refund.failureCause || refund.failure) && (
              <p className="text-sm text-ink-2">
                {format.labelled(t('why'), causeText(refund.failureCause) || refund.failure)}
              </p>
            )}
          </div>
          <div className="grid shrink-0 justify-items-end gap-1">
            <span className="font-semibold tabular-nums">{format.money(refund.amountCents)}</span>
            <Badge tone={refundTones[refundState(refund)]}>{t(`status.${refundState(refund)}`)}</Badge>
          </div>
        </li>
      ))}
    </ul>
  )
}
