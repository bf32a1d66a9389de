import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { Ledger } from '#contract/money/payments.ts'
import { useChargeText } from '#web/money/payments/shared/chargeText.ts'
import { lazily } from '#web/routing/lazily.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { Button } from '#web/ui/Button.tsx'
import { useReadLater } from '#web/wire/call.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { PayNow } from './shared/PayNow.tsx'

// Most families pay all at once.
const PayPart = lazily(() => import('./PayPart.tsx').then(module => module.PayPart))

/** The button to pay what is due by card, if the school takes cards, and a smaller one to pay a part. */
export const CardButtons = ({ ledger }: { ledger: Ledger }) => {
  const t = useTranslations('cards')
  const first = useFirstName()
  const chargeText = useChargeText()
  const [url, change] = useUrlState()
  const { data: mine } = useReadLater('cards-mine', {}, { withPage: true })
  const due = mine?.due.find(({ householdId }) => householdId === ledger.householdId)
  if (!mine || !due) return null
  const named = (charge: Ledger['open'][number]) =>
    [chargeText(charge), first({ name: charge.student, nativeName: charge.studentNativeName })]
      .filter(Boolean)
      .join(' · ')
  return (
    <div data-noprint className="mt-4 grid gap-2">
      <PayNow {...due} isTest={mine.isTest} />
      {ledger.open.length > 1 && (
        <Button variant="quiet" onClick={() => change({ pay: ledger.householdId })}>
          {t('part')}
        </Button>
      )}
      {url['pay'] === ledger.householdId && (
        <Suspense>
          <PayPart ledger={ledger} chargeText={named} onClose={() => change({ pay: undefined }, { replace: true })} />
        </Suspense>
      )}
    </div>
  )
}
