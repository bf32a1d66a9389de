import { useTranslations } from 'use-intl'
import { classes } from '#web/ui/classes.ts'
import { useFormat } from '#web/words/useFormat.ts'

/**
 * The amount that a family owes, or has in credit, in minor units. A zero balance reads as paid only if the family was
 * charged something; without `chargedCents` that is unknown. `cents` is null if the person may not see balances.
 * Refunds under way are not included and are shown below.
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
