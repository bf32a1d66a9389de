import type { Letter } from '#server/platform/mail.ts'
import type { Reader } from './entryQueries.ts'

type Named = { name: string; nativeName: string }
type From = { school: string; nativeSchool: string; zone: string; lottery: Named }

const words = {
  en: {
    drawn: (draw: string) => `The draw is over: ${draw}`,
    opening: (name: string, draw: string) => `Dear ${name}, the draw “${draw}” has taken place.`,
    won: (child: string, section: string) => `${child} has won a place in ${section}.`,
    line: (child: string, section: string, place: number) => `${child} is number ${place} in line for ${section}.`,
    nothing: (child: string) => `${child} took part.`,
    confirm: (until: string) =>
      `Please confirm a place by ${until}. After that it goes to the next in line. The invoice comes when you confirm.`,
    check:
      'Everybody can check the draw: the seed and the list by numbers are published, and yours stands on your start page.',
    cancelled: (draw: string) => `The draw does not take place: ${draw}`,
    instead: (name: string, draw: string) =>
      `Dear ${name}, the draw “${draw}” that you entered does not take place. Its classes are open for registration as usual.`,
    link: 'Open your start page',
    classes: 'See the classes',
  },
  zh: {
    drawn: (draw: string) => `抽签结果：${draw}`,
    opening: (name: string, draw: string) => `${name}，您好！“${draw}”已经抽签。`,
    won: (child: string, section: string) => `${child}抽中了${section}。`,
    line: (child: string, section: string, place: number) => `${child}在${section}的候补名单上排第 ${place} 位。`,
    nothing: (child: string) => `${child}参加了抽签。`,
    confirm: (until: string) => `请在${until}之前确认名额，逾期将转给下一位候补。确认后才会开出账单。`,
    check: '人人都可以核对：抽签种子和按号码列出的名单已经公布，您的号码在您的首页上。',
    cancelled: (draw: string) => `抽签取消：${draw}`,
    instead: (name: string, draw: string) => `${name}，您好！您报名的“${draw}”抽签取消了，相关班级改为照常报名。`,
    link: '打开您的首页',
    classes: '查看班级',
  },
}

const speak = (to: Reader) => {
  const isZh = to.language.startsWith('zh')
  return {
    say: words[isZh ? 'zh' : 'en'],
    locale: isZh ? 'zh-Hans' : 'en',
    own: ({ name, nativeName }: Named) => (isZh && nativeName !== '' ? nativeName : name),
  }
}

/** Tells a guardian, in their language, what was drawn for the children whose data they may see. */
export const drawnLetter = (to: Reader, about: From & { expiresAt: Date }, url: string): Letter => {
  const { say, locale, own } = speak(to)
  const until = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: about.zone,
  }).format(about.expiresAt)
  const said = to.children.flatMap(({ won, lines, ...child }) => [
    ...(won ? [say.won(own(child), own(won))] : []),
    ...lines.map(({ place, ...section }) => say.line(own(child), own(section), place)),
    ...(won === null && lines.length === 0 ? [say.nothing(own(child))] : []),
  ])
  return {
    to: to.email,
    subject: `${say.drawn(own(about.lottery))} · ${own({ name: about.school, nativeName: about.nativeSchool })}`,
    paragraphs: [
      say.opening(own(to), own(about.lottery)),
      said.join('\n'),
      ...(to.children.some(({ won }) => won !== null) ? [say.confirm(until)] : []),
      say.check,
    ],
    link: { url, label: say.link },
  }
}

/** Tells a guardian who has entered children that the draw does not take place. */
export const cancelledLetter = (to: Reader, about: From, url: string): Letter => {
  const { say, own } = speak(to)
  return {
    to: to.email,
    subject: `${say.cancelled(own(about.lottery))} · ${own({ name: about.school, nativeName: about.nativeSchool })}`,
    paragraphs: [say.instead(own(to), own(about.lottery))],
    link: { url, label: say.classes },
  }
}
