import { EllipsisVertical } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Ledger, LedgerEntry } from '#contract/money/payments.ts'
import { chargeMoves, officePaymentMoves, paymentMethods } from '#contract/money/payments.plain.ts'
import { isOne } from '#web/money/payments/shared/chargeText.ts'
import { useEntryText } from '#web/money/payments/entryText.ts'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const actions = ['apply', 'unapply', 'refund', 'reverse', 'bounce', 'void'] as const
export type EntryAction = (typeof actions)[number]

/** Returns the actions possible on an entry now, by the contract's own transitions. */
export const actionsOf = (entry: LedgerEntry, ledger: Ledger): EntryAction[] => {
  if (entry.kind === 'charge')
    return entry.chargeStatus && chargeMoves[entry.chargeStatus].includes('reversed') ? ['reverse'] : []
  if (entry.kind !== 'payment' || entry.status === null) return []
  // Requested refunds are no longer available.
  const free = (entry.openCents ?? 0) - (entry.returningCents ?? 0)
  const left = entry.openCents ?? 0
  const refunded = ledger.entries
    .filter(
      ({ kind, receiptNumber }) => (kind === 'refund' || kind === 'return') && receiptNumber === entry.receiptNumber,
    )
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const moves = isOne(paymentMethods, entry.method)
    ? officePaymentMoves({ status: entry.status, method: entry.method })
    : []
  const can: Record<EntryAction, boolean> = {
    apply: free > 0 && ledger.open.length > 0,
    unapply: entry.status === 'succeeded' && left + refunded < -entry.amountCents,
    refund: free > 0,
    reverse: false,
    bounce: moves.includes('bounced'),
    void: moves.includes('voided'),
  }
  return actions.filter(action => can[action])
}

type OfficeEntryMenuProps = { entry: LedgerEntry; ledger: Ledger; onChoose: (action: EntryAction) => void }

/** The menu of an entry of a ledger; nothing if no action is possible. */
export const OfficeEntryMenu = ({ entry, ledger, onChoose }: OfficeEntryMenuProps) => {
  const t = useTranslations('payments.menu')
  const { what, more } = useEntryText()(entry)
  const format = useFormat()
  const possible = actionsOf(entry, ledger)
  if (possible.length === 0) return null
  return (
    <Menu
      label={t('open', { what: format.parts([what, more]) })}
      button={<EllipsisVertical size={18} aria-hidden />}
      buttonClassName="inline-grid size-9 place-items-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink"
    >
      {possible.map(action => (
        <MenuItem key={action} onSelect={() => onChoose(action)}>
          {t(action)}
        </MenuItem>
      ))}
    </Menu>
  )
}
