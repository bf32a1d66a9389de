import type { Output } from '#contract/index.ts'
import type { Actor } from '#server/platform/functions.ts'
import type { Letter } from '#server/platform/mail.ts'

const words = {
  en: {
    subject: (school: string) => `Your registration at ${school}`,
    opening: (name: string) => `Dear ${name}, thank you for registering. This is what we noted:`,
    seat: (child: string, section: string) => `${child}: a place in ${section}`,
    approval: (child: string, section: string) => `${child}: ${section}, once the office has approved it`,
    waitlist: (child: string, section: string, position: number) =>
      `${child}: number ${position} on the waiting list of ${section}. We write to you when a place becomes free.`,
    invoice: (number: string) => `Invoice ${number} is waiting under Payments.`,
    link: 'Open your start page',
  },
  zh: {
    subject: (school: string) => `您在${school}的报名`,
    opening: (name: string) => `${name}，您好！感谢您的报名。我们已登记如下：`,
    seat: (child: string, section: string) => `${child}：${section}，已有名额`,
    approval: (child: string, section: string) => `${child}：${section}，待办公室批准`,
    waitlist: (child: string, section: string, position: number) =>
      `${child}：${section}候补名单第 ${position} 位。一有空位，我们会写信通知您。`,
    invoice: (number: string) => `账单 ${number} 可在“缴费”中查看。`,
    link: '打开您的首页',
  },
}

/** Confirms a registration to whoever submitted it, in their language. */
export const registrationLetter = (
  to: Actor,
  school: string,
  answer: Output<'enrolments-submit'>,
  url: string,
): Letter => {
  const say = words[to.language]
  return {
    to: to.email,
    subject: say.subject(school),
    paragraphs: [
      say.opening(to.name),
      ...answer.outcomes.map(({ child, section, outcome, waitingPosition }) =>
        outcome === 'waitlist' ? say.waitlist(child, section, waitingPosition ?? 1) : say[outcome](child, section),
      ),
      ...(answer.invoiceNumber ? [say.invoice(answer.invoiceNumber)] : []),
    ],
    link: { url, label: say.link },
  }
}
