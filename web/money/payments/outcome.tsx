import { useTranslations } from 'use-intl'
import { useFormat } from '#web/words/useFormat.ts'

/** Returns a function that describes the family's balance after a step. */
const useBalanceAfter = (): ((balanceCents: number) => string) => {
  const t = useTranslations('payments.correct')
  const format = useFormat()
  return cents =>
    cents > 0
      ? t('willOwe', { amount: format.money(cents) })
      : cents < 0
        ? t('willHaveCredit', { amount: format.money(-cents) })
        : t('willBeSettled')
}

/** The state of a family's account after a step, in words. */
export const useBalanceNow = (): ((balanceCents: number) => string) => {
  const t = useTranslations('adminPayment')
  const format = useFormat()
  return cents =>
    cents > 0
      ? t('stillOwes', { amount: format.money(cents) })
      : cents < 0
        ? t('becameCredit', { amount: format.money(-cents) })
        : t('settled')
}

/** The outcome of a step, before it is taken. */
export const Outcome = ({ lines, balanceCents }: { lines: readonly string[]; balanceCents: number }) => {
  const after = useBalanceAfter()
  return (
    <div role="status" className="grid gap-1 rounded-md bg-sunken px-3 py-2.5 text-sm text-ink-2">
      {lines.map(line => (
        <p key={line}>{line}</p>
      ))}
      <p className="font-semibold text-ink">{after(balanceCents)}</p>
    </div>
  )
}
