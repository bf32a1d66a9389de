import { FileText } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { textLink } from '#web/routing/link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'

type ReceiptLinkProps = { id: string; number: string; button?: boolean }

/** Opens a payment's receipt as a PDF in the reader's language, in a new tab. */
export const ReceiptLink = ({ id, number, button = false }: ReceiptLinkProps) => {
  const language = useLocale()
  const t = useTranslations('payments.entry')
  return (
    <a
      href={`/files/receipts/${id}.pdf?lang=${language}`}
      target="_blank"
      rel="noopener"
      className={
        button ? buttonClass('secondary', 'small') : `inline-flex min-h-11 items-center gap-1.5 text-sm ${textLink}`
      }
    >
      <FileText size={button ? 18 : 16} aria-hidden className="shrink-0" />
      {button ? t('openReceipt') : t('receipt', { number })}
      <span className="sr-only"> {t('newTab')}</span>
    </a>
  )
}
