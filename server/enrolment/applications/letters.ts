import type { Letter } from '#server/platform/mail.ts'

type Named = { name: string; nativeName: string }
const words = {
  en: {
    subject: {
      approved: (child: string, section: string) => `${child} has a place in ${section}`,
      declined: (child: string, section: string) => `About ${child} and ${section}`,
      asked: (child: string, section: string) => `A question about ${child} and ${section}`,
    },
    opening: (name: string) => `Dear ${name},`,
    approved: (child: string, section: string) => `the school has approved it: ${child} has a place in ${section}.`,
    invoice: 'What it costs is waiting under Payments.',
    lostCode: (code: string) => `The code ${code} could not be counted any more, so the price is the one without it.`,
    declined: (child: string, section: string) =>
      `${child} can't have a place in ${section} this time. Nothing is charged for it.`,
    asked: (child: string, section: string) =>
      `before the school decides about ${child} and ${section}, it would like to know:`,
    reply: 'Please answer on your start page. The place stays kept for you meanwhile.',
    note: (note: string) => `The school adds: ${note}`,
    link: 'Open your start page',
  },
  zh: {
    subject: {
      approved: (child: string, section: string) => `${child}获准就读${section}`,
      declined: (child: string, section: string) => `关于${child}报读${section}`,
      asked: (child: string, section: string) => `关于${child}报读${section}，想请问您`,
    },
    opening: (name: string) => `${name}，您好！`,
    approved: (child: string, section: string) => `学校已批准：${child}可以就读${section}。`,
    invoice: '费用可在“缴费”中查看。',
    lostCode: (code: string) => `优惠码 ${code} 已无法使用，因此按未优惠的价格计费。`,
    declined: (child: string, section: string) => `很抱歉，${child}这次无法就读${section}。这个班不会收取任何费用。`,
    asked: (child: string, section: string) => `在决定${child}能否就读${section}之前，学校想了解：`,
    reply: '请在首页回复。在此期间，名额会为您保留。',
    note: (note: string) => `学校附言：${note}`,
    link: '打开您的首页',
  },
}

type Reader = { email: string; name: string; language: 'en' | 'zh' }
type About =
  | { kind: 'approved'; isBilled: boolean; note: string; lostCode: string }
  | { kind: 'declined'; note: string }
  | { kind: 'asked'; question: string }

/** Tells a guardian, in their language, what the school says about a class that waited for its word. */
export const applicationLetter = (
  to: Reader,
  school: Named,
  of: { student: Named; section: Named },
  about: About,
  url: string,
): Letter => {
  const say = words[to.language]
  const nameOf = ({ name, nativeName }: Named) => (to.language === 'zh' && nativeName !== '' ? nativeName : name)
  const [child, section] = [nameOf(of.student), nameOf(of.section)]
  return {
    to: to.email,
    subject: `${say.subject[about.kind](child, section)} · ${nameOf(school)}`,
    paragraphs: [
      say.opening(to.name),
      say[about.kind](child, section),
      ...(about.kind === 'asked' ? [about.question, say.reply] : []),
      ...(about.kind === 'approved' && about.isBilled ? [say.invoice] : []),
      ...(about.kind === 'approved' && about.lostCode ? [say.lostCode(about.lostCode)] : []),
      ...(about.kind !== 'asked' && about.note ? [say.note(about.note)] : []),
    ],
    link: { url, label: say.link },
  }
}
