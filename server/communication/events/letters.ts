import type { Letter } from '#server/platform/mail.ts'

export type Cancelled = {
  title: string
  nativeTitle: string
  isAllDay: boolean
  startsOn: string
  startsAt: Date
  zone: string
}
export type Recipient = {
  email: string
  name: string
  nativeName: string
  language: string
  /** The slots that they had. */
  slots: { name: string; nativeName: string }[]
}

const words = {
  en: {
    subject: (title: string) => `Cancelled: ${title}`,
    opening: (name: string, title: string, when: string) => `Dear ${name}, “${title}” on ${when} does not take place.`,
    slots: (names: string[]) => `You were signed up for: ${names.join(', ')}. You need not come.`,
    answer: 'Thank you for your answer. There is nothing more to do.',
    link: 'See what is on',
  },
  zh: {
    subject: (title: string) => `活动取消：${title}`,
    opening: (name: string, title: string, when: string) => `${name}，您好！原定于${when}的“${title}”已取消。`,
    slots: (names: string[]) => `您报名的“${names.join('、')}”也一并取消，届时无需到场。`,
    answer: '感谢您的回复，您无需再做任何事。',
    link: '查看近期活动',
  },
}

/** Tells somebody, in their language, that an event they wanted to come to or help at is cancelled. */
export const cancelledLetter = (event: Cancelled, to: Recipient, url: string): Letter => {
  const language = to.language.startsWith('zh') ? 'zh' : 'en'
  const say = words[language]
  const own = (of: { name: string; nativeName: string }) =>
    language === 'zh' && of.nativeName ? of.nativeName : of.name
  const title = own({ name: event.title, nativeName: event.nativeTitle })
  const when = new Intl.DateTimeFormat(language === 'zh' ? 'zh-Hans' : 'en', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...(event.isAllDay ? { timeZone: 'UTC' } : { hour: 'numeric', minute: '2-digit', timeZone: event.zone }),
  }).format(event.isAllDay ? new Date(`${event.startsOn}T00:00:00Z`) : event.startsAt)
  return {
    to: to.email,
    subject: say.subject(title),
    paragraphs: [say.opening(own(to), title, when), to.slots.length > 0 ? say.slots(to.slots.map(own)) : say.answer],
    link: { url, label: say.link },
  }
}
