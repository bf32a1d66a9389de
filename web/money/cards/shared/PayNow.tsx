import { CreditCard } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { lazily } from '#web/routing/lazily.tsx'
import { useWrite } from '#web/wire/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { NotStarted } from './NotStarted.tsx'

// Needed only once the button is pressed.
const Opening = lazily(() => import('./Opening.tsx').then(module => module.Opening))

type PayNowProps = {
  householdId: string
  /** The amount due that the button shows, in minor units; the server refuses if it has changed. */
  amountCents: number
  /** With test keys, no money moves. */
  isTest: boolean
  /** Another way to pay, beside the note below the button. */
  children?: ReactNode
}

/** Pays everything that a household owes: one button that leads straight to the provider's page. */
export const PayNow = ({ householdId, amountCents, isTest, children }: PayNowProps) => {
  const t = useTranslations('cards')
  const format = useFormat()
  const [begun, setBegun] = useState<string | null>(null)
  const start = useWrite('cards-start')
  return (
    <div data-noprint className="grid gap-x-2 gap-y-1 max-sm:w-full">
      <Button
        variant="primary"
        icon={CreditCard}
        wide="phone"
        pending={start.isPending}
        onClick={() => start.start({ householdId, chargeIds: [], agreedCents: amountCents }, ({ id }) => setBegun(id))}
      >
        {t('go', { amount: format.money(amountCents) })}
      </Button>
      {(isTest || children) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
          <span className="text-ink-2">{isTest && t('test')}</span>
          {children}
        </div>
      )}
      <NotStarted error={start.error} />
      {begun !== null && (
        <Suspense>
          <Opening id={begun} onClose={() => setBegun(null)} />
        </Suspense>
      )}
    </div>
  )
}
