import type { Ledger } from '#contract/money/payments.ts'
import type { Tone } from '#web/ui/Marks.tsx'

/** The tone of each invoice status. */
export const invoiceTones: Record<Ledger['invoices'][number]['status'], Tone> = {
  draft: 'neutral',
  issued: 'info',
  'partly-paid': 'warn',
  paid: 'good',
  overdue: 'bad',
  cancelled: 'neutral',
}
