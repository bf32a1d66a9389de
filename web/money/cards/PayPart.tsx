import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Ledger } from '#contract/money/payments.ts'
import { toPay } from '#rules/cards.ts'
import { useWrite } from '#web/wire/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { NotStarted } from './shared/NotStarted.tsx'
import { Opening } from './shared/Opening.tsx'

type PayPartProps = {
  ledger: Ledger
  /** Names a charge. */
  chargeText: (charge: Ledger['open'][number]) => string
  onClose: () => void
}

/** Pays by card the charges that the family selects from those due; one button leads to the provider's page. */
export const PayPart = ({ ledger, chargeText, onClose }: PayPartProps) => {
  const t = useTranslations('cards')
  const text = useUiText()
  const format = useFormat()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [begun, setBegun] = useState<string | null>(null)
  const start = useWrite('cards-start')
  const { open, householdId } = ledger
  const creditCents = ledger.creditCents - ledger.returningCents
  // A selected charge may have been settled since.
  const chosen = ticked.filter(id => open.some(charge => charge.id === id))
  const amountCents = chosen.length === 0 ? 0 : toPay(open, creditCents, chosen)
  if (begun !== null) return <Opening id={begun} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('part')}
      description={t('payHint')}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            variant="primary"
            icon={CreditCard}
            pending={start.isPending}
            disabled={amountCents === 0}
            onClick={() =>
              start.start({ householdId, chargeIds: [...chosen], agreedCents: amountCents }, ({ id }) => setBegun(id))
            }
          >
            {amountCents === 0 ? t('nothing') : t('go', { amount: format.money(amountCents) })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <NotStarted error={start.error} />
        <Field label={t('choose')} group>
          <div>
            {open.map(charge => (
              <Checkbox
                key={charge.id}
                label={
                  <span className="flex justify-between gap-3">
                    <span className="min-w-0">{chargeText(charge)}</span>
                    <span className="shrink-0 tabular-nums">{format.money(charge.openCents)}</span>
                  </span>
                }
                checked={ticked.includes(charge.id)}
                onChange={event =>
                  setTicked(event.target.checked ? [...ticked, charge.id] : ticked.filter(each => each !== charge.id))
                }
              />
            ))}
          </div>
        </Field>
        {creditCents > 0 && <p className="text-sm text-ink-2">{t('credit')}</p>}
      </div>
    </Dialog>
  )
}
