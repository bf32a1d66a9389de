import type { Letter } from '#server/platform/mail.ts'
import type { Reminded } from './abandonedQueries.ts'

const words = {
  en: {
    subject: (school: string) => `Can we help you finish? · ${school}`,
    opening: (name: string) => `Dear ${name},`,
    begun: (day: string) =>
      `you began a registration on ${day}. Everything that you have typed is kept, on every device that you sign in with.`,
    help: 'If something is unclear or does not work, just answer this letter or call the office: we are glad to help. If you have changed your mind, there is nothing that you need to do.',
    link: 'Go on where you stopped',
  },
  zh: {
    subject: (school: string) => `需要我们帮忙完成报名吗？ · ${school}`,
    opening: (name: string) => `${name}，您好！`,
    begun: (day: string) => `您在${day}开始了报名。您填写的内容都已保存，用任何设备登录都可以接着填。`,
    help: '如果有不清楚或遇到问题的地方，直接回信或打电话给办公室，我们很乐意帮忙。如果您改变了主意，不需要做任何事。',
    link: '从上次的地方继续',
  },
}

/** Asks a family, in its language, whether it wants help with the registration that it has begun. */
export const reminderLetter = (
  to: Reminded,
  school: { name: string; nativeName: string },
  note: string,
  publicUrl: string,
): Letter => {
  const say = words[to.language]
  const day = new Intl.DateTimeFormat(to.language === 'zh' ? 'zh-Hans' : 'en', {
    dateStyle: 'long',
    timeZone: to.zone,
  }).format(new Date(to.startedAt))
  const name = to.language === 'zh' && school.nativeName ? school.nativeName : school.name
  return {
    to: to.email,
    subject: say.subject(name),
    paragraphs: [say.opening(to.name), say.begun(day), ...(note ? [note] : []), say.help],
    link: { url: `${publicUrl}/register`, label: say.link },
  }
}
