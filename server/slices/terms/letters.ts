import type { Letter } from '#server/platform/mail.ts'

export type SchoolDay = { onDay: string; isCancelled: boolean; reason: string; school: string; nativeSchool: string }
export type Recipient = { email: string; name: string; nativeName: string; language: string }

const words = {
  en: {
    off: (school: string, day: string) => `No lessons on ${day} at ${school}`,
    on: (school: string, day: string) => `Lessons on ${day} at ${school} take place after all`,
    opening: (name: string, day: string) => `Dear ${name}, the lessons on ${day} are cancelled.`,
    reason: (reason: string) => `The reason: ${reason}`,
    again: (name: string, day: string) =>
      `Dear ${name}, the lessons on ${day} take place after all, at the usual time.`,
    link: 'See your next lessons',
  },
  zh: {
    off: (school: string, day: string) => `${school}：${day}停课`,
    on: (school: string, day: string) => `${school}：${day}照常上课`,
    opening: (name: string, day: string) => `${name}，您好！${day}的课取消。`,
    reason: (reason: string) => `原因：${reason}`,
    again: (name: string, day: string) => `${name}，您好！${day}恢复上课，时间照旧。`,
    link: '查看接下来的课',
  },
}

/** Tells somebody, in their language, that a school day is cancelled, or takes place after all. */
export const schoolDayLetter = (day: SchoolDay, to: Recipient, url: string): Letter => {
  const language = to.language.startsWith('zh') ? 'zh' : 'en'
  const say = words[language]
  const name = language === 'zh' && to.nativeName ? to.nativeName : to.name
  const school = language === 'zh' && day.nativeSchool ? day.nativeSchool : day.school
  const when = new Intl.DateTimeFormat(language === 'zh' ? 'zh-Hans' : 'en', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day.onDay}T00:00:00Z`))
  return {
    to: to.email,
    subject: say[day.isCancelled ? 'off' : 'on'](school, when),
    paragraphs: day.isCancelled ? [say.opening(name, when), say.reason(day.reason)] : [say.again(name, when)],
    link: { url, label: say.link },
  }
}
