import { FileText } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { textLink } from '#web/link.tsx'

/** Opens a payment's receipt as PDF, in the reader's language, in a tab of its own. */
export const ReceiptLink = ({ id, number }: { id: string; number: string }) => {
  const language = useLocale()
  const t = useTranslations('ledger')
  return (
    <a
      href={`/files/receipts/${id}.pdf?lang=${language}`}
      target="_blank"
      rel="noopener"
      className={`inline-flex min-h-11 items-center gap-1.5 text-sm ${textLink}`}
    >
      <FileText size={16} aria-hidden className="shrink-0" />
      {t('receipt', { number })}
      <span className="sr-only"> {t('newTab')}</span>
    </a>
  )
}
