import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { LedgerEntry } from '#contract/money/payments.ts'
import { useEntryText } from '#web/money/payments/entryText.ts'
import { ReceiptLink } from '#web/money/payments/ReceiptLink.tsx'
import { classes } from '#web/ui/classes.ts'
import { Badge } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type MenuOf = (entry: LedgerEntry) => ReactNode

const State = ({ entry }: { entry: LedgerEntry }) => {
  const t = useTranslations('payments.entry')
  const state =
    entry.kind !== 'charge' && entry.kind !== 'payment'
      ? null
      : entry.chargeStatus === 'reversed'
        ? 'reversed'
        : entry.status === 'bounced' || entry.status === 'voided'
          ? entry.status
          : null
  if (state === null) return null
  return (
    <span className="block">
      <Badge tone={state === 'bounced' ? 'bad' : 'neutral'}>{t(state)}</Badge>
    </span>
  )
}

const Row = ({ entry, menuOf }: { entry: LedgerEntry; menuOf: MenuOf | undefined }) => {
  const t = useTranslations('payments.entry')
  const format = useFormat()
  const { what, more } = useEntryText()(entry)
  const isDiscount = entry.kind === 'discount'
  const line = classes('py-2.5 align-top', !isDiscount && 'border-t border-line', isDiscount && 'pt-0')
  const left = entry.kind === 'payment' && entry.status === 'succeeded' ? (entry.openCents ?? 0) : 0
  return (
    <tr>
      <td className={classes(line, 'pe-4 text-sm whitespace-nowrap text-ink-2 @max-[34rem]:hidden')}>
        {!isDiscount && format.day(entry.onDay)}
      </td>
      <th
        scope="row"
        className={classes(line, 'pe-4 text-start font-normal @max-[34rem]:wrap-anywhere', isDiscount && 'ps-4')}
      >
        <span
          className={classes(
            isDiscount ? 'text-sm text-ink-2' : 'font-semibold',
            entry.chargeStatus === 'reversed' && 'line-through decoration-1',
          )}
        >
          {what}
        </span>
        {more && <span className={classes('text-sm text-ink-2', isDiscount ? 'ms-1.5' : 'block')}>{more}</span>}
        {!isDiscount && <span className="block text-sm text-ink-2 @min-[34rem]:hidden">{format.day(entry.onDay)}</span>}
        <State entry={entry} />
        {left > 0 && <span className="block text-sm text-ink-2">{t('left', { amount: format.money(left) })}</span>}
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
        <span className="block text-sm font-normal text-ink-2 @min-[34rem]:hidden">
          <span className="sr-only">{format.labelled(t('balance'), '')}</span>= {format.money(entry.balanceCents)}
        </span>
      </td>
      <td
        className={classes(line, 'ps-6 text-end text-sm whitespace-nowrap text-ink-2 tabular-nums @max-[34rem]:hidden')}
      >
        {format.money(entry.balanceCents)}
      </td>
      {menuOf && (
        <td data-noprint className={classes(line, 'w-9 ps-2 text-end')}>
          {menuOf(entry)}
        </td>
      )}
    </tr>
  )
}

/** Groups each charge with its discounts; every other entry stays alone. */
const together = (entries: readonly LedgerEntry[]): LedgerEntry[][] => {
  const groups: LedgerEntry[][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (entry.kind === 'discount' && last) last.push(entry)
    else groups.push([entry])
  }
  return groups
}

/**
 * A family's ledger by year, newest entry first, each with the balance after it. `menuOf` renders the actions of an
 * entry.
 */
export const LedgerList = ({ entries, menuOf }: { entries: readonly LedgerEntry[]; menuOf?: MenuOf }) => {
  const t = useTranslations('payments.entry')
  const newest = together(entries).reverse()
  // By the date of entry, in the order of the balances.
  const years = [...Map.groupBy(newest, ([entry]) => entry!.at.slice(0, 4))]
  const head = 'pb-2 text-xs font-semibold text-ink-2'
  return (
    <div className="@container">
      <div className="grid gap-6">
        {years.map(([year, groups]) => (
          <table key={year} className="w-full border-collapse">
            <caption className="display pb-2 text-start text-lg">{year}</caption>
            <thead className="@max-[34rem]:sr-only">
              <tr>
                <th scope="col" className={classes(head, 'w-32 text-start @max-[34rem]:hidden')}>
                  {t('date')}
                </th>
                <th scope="col" className={classes(head, 'text-start')}>
                  {t('what')}
                </th>
                <th scope="col" className={classes(head, 'text-end')}>
                  {t('amount')}
                </th>
                <th scope="col" className={classes(head, 'w-32 text-end @max-[34rem]:hidden')}>
                  {t('balance')}
                </th>
                {menuOf && <td data-noprint />}
              </tr>
            </thead>
            <tbody>
              {groups.flat().map(entry => (
                <Row key={`${entry.kind}${entry.id}`} entry={entry} menuOf={menuOf} />
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </div>
  )
}
