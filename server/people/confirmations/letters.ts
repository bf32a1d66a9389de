import type { Letter } from '#server/platform/mail.ts'
import type { Reminded } from './queries.ts'

const words = {
  en: {
    subject: 'Is your family’s record still right?',
    opening: (name: string) => `Dear ${name},`,
    ask: (day: string) =>
      `once a year we ask every family to look through its record: address, telephone numbers, who may fetch the children, allergies and medication. Please confirm it by ${day}.`,
    how: 'If all is right, one press is enough. What has changed you change there; the rest stays as it is.',
    link: 'Look at your family’s record',
  },
  zh: {
    subject: '请确认您的家庭资料',
    opening: (name: string) => `${name}，您好！`,
    ask: (day: string) => `我们每年请每个家庭核对一次资料：地址、电话、谁可以接孩子、过敏和用药。请在${day}之前确认。`,
    how: '如果都没有变化，按一下“都没有变”就好；有变化的地方请直接修改。',
    link: '查看家庭资料',
  },
}

/** Reminds a guardian that their family's record waits for a look. */
export const reminderLetter = (to: Reminded['guardians'][number], dueOn: string, publicUrl: string): Letter => {
  const say = words[to.language]
  const locale = to.language === 'zh' ? 'zh-Hans' : 'en'
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${dueOn}T00:00:00Z`),
  )
  return {
    to: to.email,
    subject: say.subject,
    paragraphs: [say.opening(to.language === 'zh' && to.nativeName ? to.nativeName : to.name), say.ask(day), say.how],
    link: { url: `${publicUrl}/parent?edit=confirm`, label: say.link },
  }
}
