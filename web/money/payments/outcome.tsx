import { useTranslations } from 'use-intl'
import { useFormat } from '#web/words/useFormat.ts'

type Says = { owed: (amount: string) => string; credit: (amount: string) => string; settled: () => string }

/** Returns a function that describes a family's balance by what it is: owed, credit or settled. */
const useBalanceText = ({ owed, credit, settled }: Says): ((balanceCents: number) => string) => {
  const { money } = useFormat()
  return cents => (cents > 0 ? owed(money(cents)) : cents < 0 ? credit(money(-cents)) : settled())
}

/** Returns a function that describes the family's balance after a step that is still to come. */
const useBalanceAfter = () => {
  const t = useTranslations('payments.correct')
  return useBalanceText({
    owed: amount => t('willOwe', { amount }),
    credit: amount => t('willHaveCredit', { amount }),
    settled: () => t('willBeSettled'),
  })
}

/** Returns a function that describes the family's balance after a step that was taken. */
export const useBalanceNow = () => {
  const t = useTranslations('adminPayment')
  return useBalanceText({
    owed: amount => t('nowOwes', { amount }),
    credit: amount => t('becameCredit', { amount }),
    settled: () => t('settled'),
  })
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
