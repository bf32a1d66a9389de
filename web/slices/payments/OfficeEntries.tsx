import { useTranslations } from 'use-intl'
import { paymentMoves, type LedgerEntry } from '#contract/payments.ts'
import { OfficeReceiptLink } from '#web/slices/payments/OfficeReceiptLink.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Badge } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/useFormat.ts'

const useEntryText = () => {
  const t = useTranslations('adminPayment')
  const format = useFormat()
  // The early-bird rule names its day.
  const inWords = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? format.day(text) : text)
  return (entry: LedgerEntry): { title: string; detail: string } => {
    const kind = `charge.${entry.chargeKind ?? 'other'}` as 'charge.other'
    const rule = `rule.${entry.rule ?? ''}` as 'rule.sibling'
    const method = `method.${entry.method ?? ''}` as 'method.cash'
    switch (entry.kind) {
      case 'charge':
        return {
          title: t.has(kind) ? t(kind) : t('charge.other'),
          detail: [entry.student, entry.description].filter(Boolean).join(', '),
        }
      case 'discount':
        return {
          title: t.has(rule) ? t(rule) : t('discount'),
          detail: [entry.student, inWords(entry.description)].filter(Boolean).join(', '),
        }
      case 'payment':
        return {
          title: t('payment', { method: t.has(method) ? t(method) : '' }),
          detail: [entry.reference, entry.description].filter(Boolean).join(', '),
        }
      case 'reversal':
        return { title: t('reversal', { number: entry.receiptNumber ?? '' }), detail: entry.description }
    }
  }
}

/** Every entry of a family's account, the newest first, with the balance after it. */
export const OfficeEntries = ({
  entries,
  onBounce,
}: {
  entries: readonly LedgerEntry[]
  onBounce: (entry: LedgerEntry) => void
}) => {
  const t = useTranslations('adminPayment')
  const format = useFormat()
  const textOf = useEntryText()
  if (entries.length === 0) return <p className="text-sm text-ink-2">{t('noEntries')}</p>
  return (
    <ul className="grid text-sm">
      {[...entries].reverse().map(entry => {
        const { title, detail } = textOf(entry)
        const mayBounce =
          entry.kind === 'payment' && entry.status !== null && paymentMoves[entry.status].includes('bounced')
        return (
          <li key={`${entry.kind}${entry.id}`} className="border-b border-line py-2 first:pt-0 last:border-0">
            <div className="flex items-start justify-between gap-3">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2 font-medium">
                  {title}
                  {entry.status === 'bounced' && <Badge tone="bad">{t('bounced')}</Badge>}
                </p>
                <p className="text-ink-2">
                  <span className="tabular-nums">{format.day(entry.onDay)}</span>
                  {detail && ` · ${detail}`}
                </p>
              </div>
              <div className="shrink-0 text-end tabular-nums">
                <p className={classes('font-semibold', entry.amountCents < 0 && 'text-primary-ink')}>
                  {entry.amountCents > 0 ? '+' : ''}
                  {format.money(entry.amountCents)}
                </p>
                <p className="text-xs text-ink-2">{t('after', { amount: format.money(entry.balanceCents) })}</p>
              </div>
            </div>
            {entry.kind === 'payment' && (
              <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
                {entry.receiptId && entry.receiptNumber && (
                  <OfficeReceiptLink paymentId={entry.receiptId} number={entry.receiptNumber} />
                )}
                {mayBounce && (
                  <Button size="small" variant="quiet" onClick={() => onBounce(entry)} className="-ms-3">
                    {t(entry.method === 'cheque' ? 'chequeCameBack' : 'takeBack')}
                  </Button>
                )}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
