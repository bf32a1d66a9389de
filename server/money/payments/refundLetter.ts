import type { Language } from '#contract/values.ts'
import type { Letter } from '#server/platform/mail.ts'
import { methodText } from './ledgerText.ts'
import { moneyIn, nameIn, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './refundLetter.en.ts'
import { messages as zh } from './refundLetter.zh.ts'

const texts = textsOf({ en, zh })

export type RefundOutcome = 'sent' | 'failed' | 'declined'

/** The letter that tells a guardian, in their language, that a refund was sent, failed or was declined. */
export const refundLetter = (
  to: { name: string; email: string; language: Language },
  refund: { outcome: RefundOutcome; amountCents: number; method: string; reference: string; note: string },
  school: { name: string; nativeName: string; currency: string },
  url: string,
): Letter => {
  const t = texts(to.language)
  const amount = moneyIn(to.language, school.currency)(refund.amountCents)
  return {
    to: to.email,
    subject: `${t(`${refund.outcome}.subject`, { amount })} · ${nameIn(to.language, school)}`,
    paragraphs: [
      t('opening', { name: to.name }),
      t(`${refund.outcome}.says`, { amount, method: methodText(to.language, refund.method) }),
      ...(refund.reference ? [t('reference', { text: refund.reference })] : []),
      ...(refund.note ? [t('note', { text: refund.note })] : []),
    ],
    link: { url, label: t('link') },
  }
}
