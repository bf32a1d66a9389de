import { useLocale, useTranslations } from 'use-intl'
import type { PayingWays as Ways } from '#contract/money/payments.ts'

const either = (language: string, text: string, nativeText: string): string =>
  language === 'zh' ? nativeText || text : text || nativeText

/** The payment instructions in the reader's language, as far as the school has given them. */
export const PayingWays = ({ ways }: { ways: Ways }) => {
  const t = useTranslations('payments.ways')
  const language = useLocale()
  const parts = [
    {
      title: t('cheque'),
      text: [
        ways.payableTo && t('payTo', { name: ways.payableTo }),
        either(language, ways.chequeTo, ways.nativeChequeTo),
      ]
        .filter(Boolean)
        .join('\n'),
    },
    { title: t('transfer'), text: either(language, ways.transfer, ways.nativeTransfer) },
    { title: t('cash'), text: either(language, ways.cash, ways.nativeCash) },
  ].filter(({ text }) => text !== '')
  if (parts.length === 0) return <p className="text-sm text-ink-2">{t('ask')}</p>
  return (
    <dl className="grid gap-3 text-sm">
      {parts.map(({ title, text }) => (
        <div key={title}>
          <dt className="font-semibold">{title}</dt>
          <dd className="break-words whitespace-pre-line">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
