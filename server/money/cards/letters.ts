import type { Language } from '#contract/values.ts'
import type { Letter } from '#server/platform/mail.ts'
import { moneyIn } from '#server/money/payments/acts.ts'
import type { Addressee, SchoolWords } from './queries.ts'

const words = {
  en: {
    opening: (name: string) => `Dear ${name},`,
    paid: (amount: string) => `${amount} has arrived`,
    paidSays: (amount: string, number: string) =>
      `thank you: ${amount} has arrived by card. Your receipt is ${number}.`,
    link: 'Open your payments',
    officeLink: 'Open the family’s account',
    withdrawn: (amount: string) => `Card payment disputed: ${amount}`,
    withdrawnSays: (number: string, reason: string) =>
      `The holder of the card has objected to the payment with receipt ${number} (${reason}), and the provider has taken the money back. The payment is undone in the family’s account. You can answer the objection on the provider’s pages; if you win, the money is booked again by itself.`,
    partly: (number: string) =>
      `The holder of the card has objected to a part of the payment with receipt ${number}. Nothing was changed in the family’s account: look at it on the provider’s pages and correct the account by hand.`,
    mismatch: 'A card payment is not what was asked for',
    mismatchSays: (asked: string, came: string) =>
      `The family was asked for ${asked}, and the provider tells of ${came}. Nothing was booked. Look at it on the provider’s pages and record by hand what has arrived.`,
    elsewhere: (amount: string) => `${amount} went back to a card without Lantern`,
    elsewhereSays: (number: string) =>
      `Somebody has paid a part of the payment with receipt ${number} back on the provider’s own pages. The family’s account does not know of it: correct it by hand.`,
  },
  zh: {
    opening: (name: string) => `${name}，您好！`,
    paid: (amount: string) => `${amount} 已到账`,
    paidSays: (amount: string, number: string) => `谢谢您：刷卡缴纳的 ${amount} 已到账，收据编号 ${number}。`,
    link: '打开缴费页面',
    officeLink: '打开家庭账户',
    withdrawn: (amount: string) => `一笔 ${amount} 的刷卡缴费被撤回`,
    withdrawnSays: (number: string, reason: string) =>
      `持卡人对收据 ${number} 的缴费提出异议（${reason}），服务商已将款项扣回，家庭账户中的该笔缴费已撤销。您可以在服务商网站上申辩；若成功，款项会自动重新入账。`,
    partly: (number: string) =>
      `持卡人对收据 ${number} 的部分款项提出异议。家庭账户未作改动，请在服务商网站上查看，并人工更正账户。`,
    mismatch: '一笔刷卡缴费与应缴金额不符',
    mismatchSays: (asked: string, came: string) =>
      `应缴 ${asked}，服务商告知收到 ${came}。系统没有入账，请在服务商网站上查看，并将实际到账的款项人工登记。`,
    elsewhere: (amount: string) => `${amount} 在系统之外退回了银行卡`,
    elsewhereSays: (number: string) =>
      `有人在服务商网站上直接退还了收据 ${number} 的部分款项，家庭账户中没有记录，请人工更正。`,
  },
}

const signed = (language: Language, school: SchoolWords): string =>
  (language === 'zh' && school.nativeName) || school.name

/** That a payment by card has arrived, to whoever made it. */
export const paidLetter = (
  to: Addressee,
  paid: { amountCents: number; receiptNumber: string },
  school: SchoolWords,
  url: string,
): Letter => {
  const say = words[to.language]
  const amount = moneyIn(to.language, school.currency)(paid.amountCents)
  return {
    to: to.email,
    subject: `${say.paid(amount)} · ${signed(to.language, school)}`,
    paragraphs: [say.opening(to.name), say.paidSays(amount, paid.receiptNumber)],
    link: { url: `${url}/paymenthistory`, label: say.link },
  }
}

/** What the office is to look at. */
export type Trouble =
  | { kind: 'withdrawn'; amountCents: number; receiptNumber: string; reason: string }
  | { kind: 'partly'; amountCents: number; receiptNumber: string }
  | { kind: 'elsewhere'; amountCents: number; receiptNumber: string }
  | { kind: 'mismatch'; amountCents: number; came: string }

/** That something with a card went another way than it should, to the office. */
export const troubleLetter = (
  language: Language,
  trouble: Trouble & { householdId: string },
  school: SchoolWords,
  url: string,
): Letter => {
  const say = words[language]
  const amount = moneyIn(language, school.currency)(trouble.amountCents)
  const said =
    trouble.kind === 'mismatch'
      ? [say.mismatch, say.mismatchSays(amount, trouble.came)]
      : trouble.kind === 'elsewhere'
        ? [say.elsewhere(amount), say.elsewhereSays(trouble.receiptNumber)]
        : [
            say.withdrawn(amount),
            trouble.kind === 'partly'
              ? say.partly(trouble.receiptNumber)
              : say.withdrawnSays(trouble.receiptNumber, trouble.reason),
          ]
  return {
    to: school.email,
    subject: `${said[0]} · ${signed(language, school)}`,
    paragraphs: [said[1] ?? ''],
    link: { url: `${url}/adminpayment?family=${trouble.householdId}`, label: say.officeLink },
  }
}
