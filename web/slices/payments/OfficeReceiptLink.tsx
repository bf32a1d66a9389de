import { FileText } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { textLink } from '#web/link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'

/** Opens a payment's receipt, a PDF, in the reader's language. */
export const OfficeReceiptLink = ({
  paymentId,
  number,
  button = false,
}: {
  paymentId: string
  number: string
  button?: boolean
}) => {
  const t = useTranslations('adminPayment')
  const language = useLocale()
  return (
    <a
      href={`/files/receipts/${paymentId}.pdf?lang=${language}`}
      target="_blank"
      rel="noreferrer"
      className={button ? buttonClass('secondary', 'small') : textLink}
    >
      {button && <FileText size={18} aria-hidden />}
      {button ? t('openReceipt') : t('receipt', { number })}
    </a>
  )
}
