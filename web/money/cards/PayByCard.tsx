import { CreditCard } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Ledger } from '#contract/money/payments.ts'
import { toPay } from '#rules/cards.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { CallError } from '#web/wire/callError.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, RadioGroup } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type PayByCardProps = {
  ledger: Ledger
  isTest: boolean
  /** What a charge is, in words. */
  chargeText: (charge: Ledger['open'][number]) => string
  onClose: () => void
}

/** Goes to the provider's page as soon as it is open. */
const Opening = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const t = useTranslations('cards')
  const found = useReadLater('cards-checkout', { id })
  const { url = '', status, failure } = found.data ?? {}
  useEffect(() => {
    if (url !== '') location.assign(url)
  }, [url])
  const isOver = status === 'failed' || status === 'expired'
  return (
    <Dialog
      open
      onClose={onClose}
      title={isOver ? t('payTitle') : t('opening')}
      actions={<Button onClick={onClose}>{isOver ? t('dismiss') : t('stay')}</Button>}
    >
      <Later read={found}>
        {() =>
          isOver ? (
            <Notice alert tone="danger" title={t(`state.${status}`)}>
              {failure && t(`why.${failure}`)}
            </Notice>
          ) : (
            <p role="status">{t('openingHint')}</p>
          )
        }
      </Later>
    </Dialog>
  )
}

/** What is paid: all that is due, or what the family ticks; one button that leads to the provider's page. */
export const PayByCard = ({ ledger, isTest, chargeText, onClose }: PayByCardProps) => {
  const t = useTranslations('cards')
  const text = useUiText()
  const format = useFormat()
  const failureText = useFailureText()
  const [isAll, setAll] = useState(true)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [begun, setBegun] = useState<string | null>(null)
  const start = useWrite('cards-start', ['payments'])
  const { open, householdId } = ledger
  const creditCents = ledger.creditCents - ledger.returningCents
  // A charge may have been settled since it was ticked.
  const chosen = isAll ? [] : ticked.filter(id => open.some(charge => charge.id === id))
  const dueCents = toPay(open, creditCents, [])
  const amountCents = !isAll && chosen.length === 0 ? 0 : toPay(open, creditCents, chosen)
  if (begun !== null) return <Opening id={begun} onClose={onClose} />
  const isOld = start.error instanceof CallError && start.error.reason === 'PREVIEW_CHANGED'
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('payTitle')}
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
        {start.error !== null && (
          <Notice alert tone={isOld ? 'warn' : 'danger'}>
            {isOld ? t('changed') : failureText(start.error)}
          </Notice>
        )}
        {isTest && <Notice tone="warn">{t('testMode')}</Notice>}
        <Field label={t('what')} group>
          <RadioGroup
            value={isAll ? 'all' : 'some'}
            onChange={value => setAll(value === 'all')}
            options={[
              { value: 'all', label: t('all', { amount: format.money(dueCents) }) },
              { value: 'some', label: t('some') },
            ]}
          />
        </Field>
        {!isAll && (
          <Field label={t('choose')} group hideLabel>
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
        )}
        {creditCents > 0 && <p className="text-sm text-ink-2">{t('credit')}</p>}
      </div>
    </Dialog>
  )
}
