import type { Output } from '#contract/index.ts'
import type { Actor } from '#server/platform/functions.ts'
import type { Letter } from '#server/platform/mail.ts'

const words = {
  en: {
    subject: (school: string) => `Your registration at ${school}`,
    opening: (name: string) => `Dear ${name}, thank you for registering. This is what we noted:`,
    seat: (child: string, section: string) => `${child}: a place in ${section}`,
    approval: (child: string, section: string) => `${child}: ${section}, once the office has approved it`,
    lottery: (child: string, section: string) => `${child}: takes part in the draw for ${section}`,
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
    lottery: (child: string, section: string) => `${child}：参加${section}的抽签`,
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
  const own = (name: string, nativeName: string) => (to.language === 'zh' && nativeName !== '' ? nativeName : name)
  return {
    to: to.email,
    subject: say.subject(school),
    paragraphs: [
      say.opening(to.name),
      ...answer.outcomes.map(({ outcome, waitingPosition, ...of }) => {
        const child = own(of.child, of.childNativeName)
        const section = own(of.section, of.sectionNativeName)
        return outcome === 'waitlist'
          ? say.waitlist(child, section, waitingPosition ?? 1)
          : say[outcome](child, section)
      }),
      ...(answer.invoiceNumber ? [say.invoice(answer.invoiceNumber)] : []),
    ],
    link: { url, label: say.link },
  }
}

/** What became of an enrolment or of a place in line. */
export type Decision =
  | 'approved'
  | 'declined'
  | 'withdrawn'
  | 'dropped'
  | 'waiting'
  | 'offered'
  | 'expired'
  | 'removed'
  | 'accepted'

const decided = {
  en: {
    subject: (child: string, section: string) => `${child} and ${section}`,
    approved: (child: string, section: string) => `${child} has a place in ${section}: the office has approved it.`,
    declined: (child: string, section: string) => `${child} can't have the place in ${section}.`,
    withdrawn: (child: string, section: string) => `${child} no longer attends ${section}.`,
    dropped: (child: string, section: string) => `The place of ${child} in ${section} has ended.`,
    waiting: (child: string, section: string) =>
      `${section} is full, so ${child} is on its waiting list now. We write to you when a place becomes free.`,
    offered: (child: string, section: string) =>
      `A place in ${section} has become free for ${child}. Please take it or decline it on your start page: others wait, too.`,
    until: (time: string) =>
      `The place is kept for you until ${time}, by the school’s clock. Then it goes to the next in line.`,
    expired: (child: string, section: string) =>
      `The place in ${section} that was kept for ${child} was not taken in time, so it has gone to the next in line.`,
    removed: (child: string, section: string) => `${child} is no longer on the waiting list of ${section}.`,
    accepted: (child: string, section: string) => `${child} has a place in ${section}.`,
    opening: (name: string) => `Dear ${name},`,
    note: (note: string) => `The office adds: ${note}`,
    link: 'Open your start page',
  },
  zh: {
    subject: (child: string, section: string) => `${child}：${section}`,
    approved: (child: string, section: string) => `${child}已获准就读${section}。`,
    declined: (child: string, section: string) => `很抱歉，${child}这次无法就读${section}。`,
    withdrawn: (child: string, section: string) => `${child}已退出${section}。`,
    dropped: (child: string, section: string) => `${child}在${section}的名额已取消。`,
    waiting: (child: string, section: string) => `${section}已满，${child}已加入候补名单。一有空位，我们会写信通知您。`,
    offered: (child: string, section: string) =>
      `${section}有空位了，为${child}保留。还有其他家庭在等候，请在首页选择接受或放弃。`,
    until: (time: string) => `名额为您保留至${time}（以学校当地时间为准），过时将转给下一位候补。`,
    expired: (child: string, section: string) => `为${child}保留的${section}空位未在期限内确认，已转给下一位候补。`,
    removed: (child: string, section: string) => `${child}已不在${section}的候补名单上。`,
    accepted: (child: string, section: string) => `${child}已有${section}的名额。`,
    opening: (name: string) => `${name}，您好！`,
    note: (note: string) => `办公室附言：${note}`,
    link: '打开您的首页',
  },
}

const instantText = (language: 'en' | 'zh', zone: string, instant: Date): string =>
  new Intl.DateTimeFormat(language === 'zh' ? 'zh-Hans' : 'en', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  }).format(instant)

/** Tells a guardian, in their language, what became of an enrolment or a place in line. */
export const decisionLetter = (
  to: { email: string; name: string; language: 'en' | 'zh' },
  school: { name: string; nativeName: string; zone: string },
  about: {
    student: { name: string; nativeName: string }
    section: { name: string; nativeName: string }
    decision: Decision
    note?: string
    /** When an offer ends. */
    until?: Date
  },
  url: string,
): Letter => {
  const say = decided[to.language]
  const nameOf = ({ name, nativeName }: { name: string; nativeName: string }) =>
    to.language === 'zh' && nativeName !== '' ? nativeName : name
  const [child, section] = [nameOf(about.student), nameOf(about.section)]
  return {
    to: to.email,
    subject: `${say.subject(child, section)} · ${nameOf(school)}`,
    paragraphs: [
      say.opening(to.name),
      say[about.decision](child, section),
      ...(about.until ? [say.until(instantText(to.language, school.zone, about.until))] : []),
      ...(about.note ? [say.note(about.note)] : []),
    ],
    link: { url, label: say.link },
  }
}
