import type { Letter } from '#server/platform/mail.ts'

type Named = { name: string; nativeName: string }
export type VisitNews = 'asked' | 'approved' | 'declined' | 'cancelled' | 'moved' | 'unchosen'

const words = {
  en: {
    subject: (child: string, section: string) => `${child} visits ${section}`,
    opening: (name: string) => `Dear ${name},`,
    asked: (child: string, section: string, day: string) =>
      `thank you for asking: ${child} would like to come to ${section} on ${day}. The school looks at it and writes to you.`,
    approved: (child: string, section: string, day: string) =>
      `${child} is welcome in ${section} on ${day}. We look forward to it.`,
    declined: (child: string, section: string, day: string) => `${child} can't come to ${section} on ${day}.`,
    cancelled: (child: string, section: string, day: string) =>
      `the visit of ${child} to ${section} on ${day} was canceled. The charge was reversed.`,
    moved: (child: string, section: string, day: string) =>
      `${child} comes to ${section} on ${day} instead. The price stays the same.`,
    unchosen: (child: string, section: string, day: string) =>
      `the lesson of ${section} on ${day}, which ${child} was to visit, was canceled, and no other day was chosen. The charge was reversed.`,
    where: (time: string, room: string) => (room ? `It begins at ${time} in room ${room}.` : `It begins at ${time}.`),
    bring: (text: string) => `Please bring: ${text}`,
    price: (price: string) => `The price is ${price}. You find it under Payments.`,
    note: (note: string) => `The school adds: ${note}`,
    link: 'Open your start page',
  },
  zh: {
    subject: (child: string, section: string) => `${child}来${section}听课`,
    opening: (name: string) => `${name}，您好！`,
    asked: (child: string, section: string, day: string) =>
      `感谢您的申请：${child}希望在${day}来${section}听课。学校看过之后会写信答复您。`,
    approved: (child: string, section: string, day: string) => `欢迎${child}在${day}来${section}听课，期待与您见面。`,
    declined: (child: string, section: string, day: string) => `很抱歉，${child}无法在${day}来${section}听课。`,
    cancelled: (child: string, section: string, day: string) =>
      `${child}${day}在${section}的听课已取消，相关费用会全部退回账户。`,
    moved: (child: string, section: string, day: string) => `${child}改在${day}来${section}听课，费用不变。`,
    unchosen: (child: string, section: string, day: string) =>
      `${child}原定${day}在${section}的听课因停课取消，之后也没有另选日期，相关费用已全部退回账户。`,
    where: (time: string, room: string) => (room ? `${time}上课，教室：${room}。` : `${time}上课。`),
    bring: (text: string) => `请带上：${text}`,
    price: (price: string) => `费用 ${price}，可在“缴费”中查看。`,
    note: (note: string) => `学校附言：${note}`,
    link: '打开您的首页',
  },
}

/** Tells a guardian, in their language, what becomes of a visit; a welcome says when, where and what to bring. */
export const visitLetter = (
  to: { email: string; name: string; language: 'en' | 'zh' },
  school: Named & { currency: string; bring: string; nativeBring: string },
  of: {
    student: Named
    section: Named
    onDay: string
    startsAt: string
    room: string
    priceCents: number
    news: VisitNews
    note: string
  },
  url: string,
): Letter => {
  const say = words[to.language]
  const nameOf = ({ name, nativeName }: Named) => (to.language === 'zh' && nativeName !== '' ? nativeName : name)
  const [child, section] = [nameOf(of.student), nameOf(of.section)]
  const locale = to.language === 'zh' ? 'zh-CN' : 'en'
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${of.onDay}T00:00:00Z`),
  )
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: school.currency })
  const price = money.format(of.priceCents / 10 ** (money.resolvedOptions().maximumFractionDigits ?? 2))
  const bring = (to.language === 'zh' && school.nativeBring) || school.bring
  const isWelcome = of.news === 'approved' || of.news === 'moved'
  return {
    to: to.email,
    subject: `${say.subject(child, section)} · ${nameOf(school)}`,
    paragraphs: [
      say.opening(to.name),
      say[of.news](child, section, day),
      ...(isWelcome ? [say.where(of.startsAt, of.room)] : []),
      ...(isWelcome && bring ? [say.bring(bring)] : []),
      ...(of.news === 'approved' && of.priceCents > 0 ? [say.price(price)] : []),
      ...(of.note ? [say.note(of.note)] : []),
    ],
    link: { url, label: say.link },
  }
}
