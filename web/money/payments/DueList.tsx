import { useTranslations } from 'use-intl'
import type { Ledger } from '#contract/money/payments.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { useSchool } from '#web/wire/school.ts'
import { useChargeText } from '#web/money/payments/shared/chargeText.ts'
import { classes } from '#web/ui/classes.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** The open charges by due date, earliest first, each with the amount that is left. */
export const DueList = ({ open }: { open: Ledger['open'] }) => {
  const t = useTranslations('payments.due')
  const first = useFirstName()
  const chargeText = useChargeText()
  const format = useFormat()
  const today = useSchool()?.today ?? ''
  if (open.length === 0) return <p className="text-sm text-ink-2">{t('none')}</p>
  const days = [...Map.groupBy(open, ({ dueOn }) => dueOn)]
  return (
    <div className="grid gap-4">
      {days.map(([day, charges]) => (
        <section key={day}>
          <h3 className="flex items-baseline justify-between gap-3 border-b border-line pb-1.5 text-sm">
            <span className={classes('font-semibold', day < today ? 'text-danger-ink' : 'text-marigold-ink')}>
              {t(day < today ? 'overdue' : 'on', { day: format.day(day) })}
            </span>
            <span className="font-semibold tabular-nums">
              {format.money(charges.reduce((sum, { openCents }) => sum + openCents, 0))}
            </span>
          </h3>
          <ul className="grid">
            {charges.map(charge => (
              <li key={charge.id} className="flex items-baseline justify-between gap-3 py-1.5 text-sm">
                <span className="min-w-0">
                  {chargeText(charge)}
                  <span className="text-ink-2">
                    {[
                      first({ name: charge.student, nativeName: charge.studentNativeName }),
                      charge.invoiceNumber ?? '',
                      charge.openCents < charge.netCents
                        ? t('partOf', { amount: format.money(charge.netCents - charge.openCents) })
                        : '',
                    ]
                      .filter(Boolean)
                      .map(part => ` · ${part}`)}
                  </span>
                </span>
                <span className="shrink-0 tabular-nums">{format.money(charge.openCents)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
