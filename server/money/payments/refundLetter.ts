import type { Language } from '#contract/values.ts'
import type { Letter } from '#server/platform/mail.ts'
import { moneyIn } from './format.ts'
import { ledgerWords } from './words.ts'

const words = {
  en: {
    opening: (name: string) => `Dear ${name},`,
    sent: {
      subject: (amount: string) => `${amount} is on its way to you`,
      says: (amount: string, method: string) => `the school has sent ${amount} back to you. How it comes: ${method}.`,
    },
    failed: {
      subject: (amount: string) => `Your refund of ${amount} failed`,
      says: (amount: string) =>
        `the school could not pay ${amount} back to you, so it stays as credit in your account.`,
    },
    reference: (text: string) => `Its number: ${text}`,
    note: (text: string) => `The treasurer writes: ${text}`,
    link: 'Open your payments',
  },
  zh: {
    opening: (name: string) => `${name}，您好！`,
    sent: {
      subject: (amount: string) => `退款 ${amount} 已寄出`,
      says: (amount: string, method: string) => `学校已将 ${amount} 退还给您，方式：${method}。`,
    },
    failed: {
      subject: (amount: string) => `退款 ${amount} 未能完成`,
      says: (amount: string) => `学校未能将 ${amount} 退还给您，这笔款项仍作为余额保留在您的账户中。`,
    },
    reference: (text: string) => `编号：${text}`,
    note: (text: string) => `财务说明：${text}`,
    link: '打开缴费页面',
  },
}

/** That a refund has gone out, or could not, to one guardian of the family in their language. */
export const refundLetter = (
  to: { name: string; email: string; language: Language },
  refund: { to: 'sent' | 'failed'; amountCents: number; method: string; reference: string; note: string },
  school: { name: string; nativeName: string; currency: string },
  url: string,
): Letter => {
  const say = words[to.language]
  const amount = moneyIn(to.language, school.currency)(refund.amountCents)
  return {
    to: to.email,
    subject: `${say[refund.to].subject(amount)} · ${(to.language === 'zh' && school.nativeName) || school.name}`,
    paragraphs: [
      say.opening(to.name),
      say[refund.to].says(amount, ledgerWords[to.language].methods[refund.method] ?? ''),
      ...(refund.reference ? [say.reference(refund.reference)] : []),
      ...(refund.note ? [say.note(refund.note)] : []),
    ],
    link: { url, label: say.link },
  }
}
