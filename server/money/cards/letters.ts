import type { Language } from '#contract/values.ts'
import type { Letter } from '#server/platform/mail.ts'
import type { Addressee, SchoolWords } from './queries.ts'
import { moneyIn, nameIn, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

/** The letter that confirms a card payment to the person who made it. */
export const paidLetter = (
  to: Addressee,
  paid: { amountCents: number; receiptNumber: string },
  school: SchoolWords,
  url: string,
): Letter => {
  const t = texts(to.language)
  const amount = moneyIn(to.language, school.currency)(paid.amountCents)
  return {
    to: to.email,
    subject: `${t('paid', { amount })} · ${nameIn(to.language, school)}`,
    paragraphs: [t('opening', { name: to.name }), t('paidSays', { amount, number: paid.receiptNumber })],
    link: { url: `${url}/paymenthistory`, label: t('link') },
  }
}

/** What the office has to look at. */
export type Trouble =
  | { kind: 'withdrawn'; amountCents: number; receiptNumber: string; reason: string }
  | { kind: 'partly'; amountCents: number; receiptNumber: string }
  | { kind: 'elsewhere'; amountCents: number; receiptNumber: string }
  | { kind: 'mismatch'; amountCents: number; came: string }

/** The letter that tells the office about an unexpected event of a card payment. */
export const troubleLetter = (
  language: Language,
  trouble: Trouble & { householdId: string },
  school: SchoolWords,
  url: string,
): Letter => {
  const t = texts(language)
  const amount = moneyIn(language, school.currency)(trouble.amountCents)
  const text =
    trouble.kind === 'mismatch'
      ? [t('mismatch'), t('mismatchSays', { asked: amount, came: trouble.came })]
      : trouble.kind === 'elsewhere'
        ? [t('elsewhere', { amount }), t('elsewhereSays', { number: trouble.receiptNumber })]
        : [
            t('withdrawn', { amount }),
            trouble.kind === 'partly'
              ? t('partly', { number: trouble.receiptNumber })
              : t('withdrawnSays', { number: trouble.receiptNumber, reason: trouble.reason }),
          ]
  return {
    to: school.email,
    subject: `${text[0]} · ${nameIn(language, school)}`,
    paragraphs: [text[1] ?? ''],
    link: { url: `${url}/adminpayment?family=${trouble.householdId}`, label: t('officeLink') },
  }
}
