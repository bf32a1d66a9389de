import { useTranslations } from 'use-intl'
import type { PayingWays as Ways } from '#contract/money/payments.ts'
import { useOwnText } from '#web/words/ownText.ts'

/** The payment instructions in the reader's language, as far as the school has given them. */
export const PayingWays = ({ ways }: { ways: Ways }) => {
  const t = useTranslations('payments.ways')
  const own = useOwnText()
  const parts = [
    {
      title: t('cheque'),
      text: [ways.payableTo && t('payTo', { name: ways.payableTo }), own(ways.chequeTo, ways.nativeChequeTo)]
        .filter(Boolean)
        .join('\n'),
    },
    { title: t('transfer'), text: own(ways.transfer, ways.nativeTransfer) },
    { title: t('cash'), text: own(ways.cash, ways.nativeCash) },
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
