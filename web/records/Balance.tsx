import { useTranslations } from 'use-intl'
import { classes } from '#web/ui/classes.ts'
import { useFormat } from '#web/words/useFormat.ts'

/**
 * What a family owes, or has in credit, in minor units. Even with the school, it has paid only where it was charged
 * something; without `chargedCents` that is not known. Null where the person may not see balances. What it asked back is
 * no part of it, and is said below.
 */
export const Balance = ({
  cents,
  chargedCents = 0,
  returningCents = 0,
}: {
  cents: number | null
  chargedCents?: number
  returningCents?: number
}) => {
  const officeText = useTranslations('officeWords')
  const format = useFormat()
  if (cents === null) return '–'
  return (
    <>
      <span className={classes('whitespace-nowrap', cents > 0 && 'font-semibold text-marigold-ink')}>
        {cents > 0
          ? format.money(cents)
          : cents < 0
            ? officeText('credit', { amount: format.money(-cents) })
            : officeText(chargedCents > 0 ? 'paid' : 'nothingDue')}
      </span>
      {returningCents > 0 && (
        <span className="block text-xs text-ink-2">
          {officeText('returning', { amount: format.money(returningCents) })}
        </span>
      )}
    </>
  )
}
