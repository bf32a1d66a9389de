import { useTranslations } from 'use-intl'
import type { LedgerEntry } from '#contract/payments.ts'
import { useFirstName } from '#web/Name.tsx'
import { ReceiptLink } from '#web/slices/payments/ReceiptLink.tsx'
import { classes } from '#web/ui/classes.ts'
import { Badge } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/useFormat.ts'

const chargeKinds = ['tuition', 'books', 'registration'] as const
const rules = ['sibling', 'staff', 'proration', 'early'] as const
const methods = ['cheque', 'cash', 'transfer'] as const

const isOne = <const Of extends string>(list: readonly Of[], text: string | null): text is Of =>
  (list as readonly (string | null)[]).includes(text)

/** What one line of the ledger is, in words: the charge, or the rule that made a discount, or how it was paid. */
const useEntryWords = () => {
  const t = useTranslations('ledger')
  const first = useFirstName()
  return (entry: LedgerEntry): { what: string; more: string } => {
    if (entry.kind === 'discount') {
      const rule = isOne(rules, entry.rule) ? t(`rules.${entry.rule}`) : t('rules.other')
      // The label of an early registration is the day up to which it counts; the others are a share.
      return { what: rule, more: entry.rule === 'early' ? '' : entry.description }
    }
    const method = isOne(methods, entry.method) ? t(`methods.${entry.method}`) : t('methods.other')
    if (entry.kind === 'payment')
      return { what: method, more: [entry.reference, entry.description].filter(Boolean).join(', ') }
    if (entry.kind === 'reversal')
      return { what: t('reversal', { method }), more: [entry.reference, entry.description].filter(Boolean).join(', ') }
    const kind = isOne(chargeKinds, entry.chargeKind) ? t(`kinds.${entry.chargeKind}`) : t('kinds.other')
    const section = first({ name: entry.section, nativeName: entry.sectionNativeName })
    const student = first({ name: entry.student, nativeName: entry.studentNativeName })
    return { what: kind, more: [section, student].filter(Boolean).join(', ') }
  }
}

const Row = ({ entry }: { entry: LedgerEntry }) => {
  const t = useTranslations('ledger')
  const format = useFormat()
  const { what, more } = useEntryWords()(entry)
  const isDiscount = entry.kind === 'discount'
  const line = classes('py-2.5 align-top', !isDiscount && 'border-t border-line', isDiscount && 'pt-0')
  return (
    <tr>
      <td className={classes(line, 'pe-4 text-sm whitespace-nowrap text-ink-2 max-sm:hidden')}>
        {!isDiscount && format.day(entry.onDay)}
      </td>
      <th scope="row" className={classes(line, 'pe-4 text-start font-normal', isDiscount && 'ps-4')}>
        <span className={isDiscount ? 'text-sm text-ink-2' : 'font-semibold'}>{what}</span>
        {more && <span className={classes('text-sm text-ink-2', isDiscount ? 'ms-1.5' : 'block')}>{more}</span>}
        {!isDiscount && <span className="block text-sm text-ink-2 sm:hidden">{format.day(entry.onDay)}</span>}
        {entry.status === 'bounced' && (
          <span className="block">
            <Badge tone="bad">{t('bounced')}</Badge>
          </span>
        )}
        {entry.receiptId !== null && entry.receiptNumber !== null && (
          <span className="block">
            <ReceiptLink id={entry.receiptId} number={entry.receiptNumber} />
          </span>
        )}
      </th>
      <td
        className={classes(
          line,
          'text-end whitespace-nowrap tabular-nums',
          isDiscount ? 'text-sm text-ink-2' : 'font-semibold',
          entry.kind === 'payment' && 'text-primary-ink',
        )}
      >
        {format.money(entry.amountCents)}
        <span className="block text-sm font-normal text-ink-2 sm:hidden">
          <span className="sr-only">{t('balance')}: </span>= {format.money(entry.balanceCents)}
        </span>
      </td>
      <td className={classes(line, 'ps-6 text-end text-sm whitespace-nowrap text-ink-2 tabular-nums max-sm:hidden')}>
        {format.money(entry.balanceCents)}
      </td>
    </tr>
  )
}

/** A family's ledger: newest year first, within it in the order of time, each line with the balance after it. */
export const LedgerList = ({ entries }: { entries: readonly LedgerEntry[] }) => {
  const t = useTranslations('ledger')
  const years = [...Map.groupBy(entries, ({ onDay }) => onDay.slice(0, 4))].sort(([a], [b]) => b.localeCompare(a))
  const head = 'pb-2 text-xs font-semibold text-ink-2'
  return (
    <div className="grid gap-6">
      {years.map(([year, list]) => (
        <table key={year} className="w-full border-collapse">
          <caption className="display pb-2 text-start text-lg">{year}</caption>
          <thead className="max-sm:sr-only">
            <tr>
              <th scope="col" className={classes(head, 'w-32 text-start max-sm:hidden')}>
                {t('date')}
              </th>
              <th scope="col" className={classes(head, 'text-start')}>
                {t('what')}
              </th>
              <th scope="col" className={classes(head, 'text-end')}>
                {t('amount')}
              </th>
              <th scope="col" className={classes(head, 'w-32 text-end max-sm:hidden')}>
                {t('balance')}
              </th>
            </tr>
          </thead>
          <tbody>
            {list.map(entry => (
              <Row key={`${entry.kind}${entry.id}`} entry={entry} />
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}
