import { useLocale, useTranslations } from 'use-intl'
import type { Ledger } from '#contract/money/payments.ts'
import { textLink } from '#web/routing/link.tsx'
import { invoiceTones } from '#web/money/payments/shared/invoiceTones.ts'
import { Badge } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Invoice = Ledger['invoices'][number]

/** The family's invoices, newest first; each opens as a PDF. */
export const Invoices = ({ invoices }: { invoices: readonly Invoice[] }) => {
  const first = useFirstName()
  const t = useTranslations('paymentHistory')
  const entryText = useTranslations('payments.entry')
  const language = useLocale()
  const format = useFormat()
  return (
    <Card title={t('invoices')}>
      <ul className="-my-3 divide-y divide-line">
        {invoices.map(invoice => (
          <li key={invoice.id} className="flex items-start justify-between gap-4 py-3">
            <div className="min-w-0">
              <p className="font-semibold">{first({ name: invoice.term, nativeName: invoice.termNativeName })}</p>
              <a
                href={`/files/invoices/${invoice.id}.pdf?lang=${language}`}
                target="_blank"
                rel="noopener"
                className={`inline-flex min-h-11 items-center text-sm whitespace-nowrap ${textLink}`}
              >
                {t('openInvoice', { number: invoice.number })}
                <span className="sr-only"> {entryText('newTab')}</span>
              </a>
              <p className="text-sm text-ink-2">{t('issuedOn', { day: format.day(invoice.issuedOn) })}</p>
              {invoice.paidCents < invoice.totalCents && (
                <p className="text-sm text-ink-2">
                  {t('dueShort', { day: format.day(invoice.dueOn) })}
                  {invoice.paidCents > 0 && ` · ${t('paidOf', { amount: format.money(invoice.paidCents) })}`}
                </p>
              )}
            </div>
            <div className="grid justify-items-end gap-1">
              <span className="font-semibold tabular-nums">{format.money(invoice.totalCents)}</span>
              <Badge tone={invoiceTones[invoice.status]}>{t(`status.${invoice.status}`)}</Badge>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
