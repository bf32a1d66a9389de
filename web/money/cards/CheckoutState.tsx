import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Checkout } from '#contract/money/cards.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useMails } from '#web/wire/mails.ts'

type StateProps = {
  checkout: Checkout
  /** True if the family has just come back from the provider's page after paying. */
  isBack: boolean
  /** Renders a link to the receipt. */
  receiptOf: (receipt: { id: string; number: string }) => ReactNode
  onClose?: () => void
}

const tones = {
  initiated: 'info',
  pending: 'info',
  succeeded: 'good',
  failed: 'danger',
  expired: 'warn',
} as const

/** The state of a card payment in one sentence, and what happens next. */
export const CheckoutNotice = ({ checkout, isBack, receiptOf, onClose }: StateProps) => {
  const t = useTranslations('cards')
  const format = useFormat()
  const mails = useMails()
  const isReturned = checkout.status === 'initiated' && isBack
  const waiting = isReturned ? 'returned' : checkout.status === 'pending' ? 'pending' : null
  return (
    <Notice
      tone={tones[checkout.status]}
      alert={checkout.status === 'failed'}
      title={t(`state.${isReturned ? 'returned' : checkout.status}`, {
        amount: format.money(checkout.amountCents),
        day: format.instant(checkout.at, 'day'),
      })}
      action={
        <span className="flex flex-wrap items-center gap-x-3">
          {checkout.status === 'initiated' && !isBack && checkout.url !== '' && (
            <a href={checkout.url} className={buttonClass('primary', 'small')}>
              {t('goOn')}
            </a>
          )}
          {checkout.receiptId !== null &&
            checkout.receiptNumber !== null &&
            receiptOf({ id: checkout.receiptId, number: checkout.receiptNumber })}
          {onClose && !isReturned && (
            <Button size="small" variant="quiet" onClick={onClose}>
              {t('dismiss')}
            </Button>
          )}
        </span>
      }
    >
      <span role="status">
        {waiting !== null && t(`more.${waiting}${mails === 'kept' ? 'Kept' : ''}`)}
        {checkout.failure !== null && t(`why.${checkout.failure}`)}
      </span>
    </Notice>
  )
}

/** The card payment that the address names, updated as its state changes. */
export const FollowedCheckout = ({ id, ...rest }: { id: string } & Omit<StateProps, 'checkout'>) => {
  const found = useReadLater('cards-checkout', { id })
  return (
    <>
      <Failure error={found.error} again={() => void found.refetch()} />
      {found.data && <CheckoutNotice checkout={found.data} {...rest} />}
    </>
  )
}
