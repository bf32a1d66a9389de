import type { CancellationKind, closingBacks, Remedy } from '#contract/enrolment/cancellations.ts'
import { dayText } from '#rules/calendar.ts'
import { choosesUntil } from '#rules/visits.ts'
import type { Letter } from '#server/platform/mail.ts'

type Named = { name: string; nativeName: string }
export type CalledOff = {
  kind: CancellationKind
  onDay: string
  reason: string
  nativeReason: string
  remedy: Remedy
  makeUpOn: string | null
  /** It takes place after all. */
  isRestored: boolean
  school: Named
  currency: string
}
export type Recipient = Named & {
  personId: string
  /** Empty for whoever can't be mailed. */
  email: string
  language: string
  /** The classes of theirs that it concerns; for a whole day they are not named. */
  sections: Named[]
  /** Children of theirs who come for that day alone. */
  guests: Named[]
  /** What they get back for children whose data they may see. */
  creditCents: number
  /** The shifts that they had. */
  duties: Named[]
}

const words = {
  en: {
    off: (what: string, day: string) => `No lessons on ${day}: ${what}`,
    on: (what: string, day: string) => `Lessons on ${day} take place after all: ${what}`,
    opening: (name: string, day: string) => `Dear ${name}, the lessons on ${day} are cancelled.`,
    lesson: (name: string, day: string, classes: string) =>
      `Dear ${name}, the lesson of ${classes} on ${day} is cancelled.`,
    reason: (reason: string) => `The reason: ${reason}`,
    makeUp: (day: string) => `They are made up on ${day}, at the usual hour.`,
    credit: (sum: string) => `You get ${sum} back for it. It is on your account already: there is nothing to do.`,
    duties: (names: string) => `You had signed up for that day: ${names}. You need not come.`,
    guests: (names: string, until: string) =>
      `${names} was to visit that day. Choose another day on your start page, or take back what was charged for the visit. If you choose nothing until ${until}, the money comes back by itself.`,
    guestsAgain: (names: string) =>
      `The visit of ${names} is on that day again. If it does not suit you any more, take it back on your start page.`,
    again: (name: string, day: string) =>
      `Dear ${name}, the lessons on ${day} take place after all, at the usual hour.`,
    lessonAgain: (name: string, day: string, classes: string) =>
      `Dear ${name}, the lesson of ${classes} on ${day} takes place after all, at the usual hour.`,
    noMakeUp: (day: string) => `So there are no lessons to make up on ${day}.`,
    creditBack: (sum: string) => `The ${sum} that you were given back for it are charged again.`,
    dutiesBack: (names: string) =>
      `You are signed up again for: ${names}. If you can’t come any more, please take your name off the list.`,
    link: 'See your next lessons',
  },
  zh: {
    off: (what: string, day: string) => `${what}：${day}停课`,
    on: (what: string, day: string) => `${what}：${day}恢复上课`,
    opening: (name: string, day: string) => `${name}，您好！${day}的课取消。`,
    lesson: (name: string, day: string, classes: string) => `${name}，您好！${day}${classes}的课取消。`,
    reason: (reason: string) => `原因：${reason}`,
    makeUp: (day: string) => `补课时间为${day}，上课时间照旧。`,
    credit: (sum: string) => `为此退还您 ${sum}，已记入您的账户，您无需办理任何手续。`,
    duties: (names: string) => `您当天报名的“${names}”也一并取消，无需到场。`,
    guests: (names: string, until: string) =>
      `${names}原定当天来听课。请在首页另选一天，或取回已收的费用；如在${until}之前没有选择，费用会自动退回账户。`,
    guestsAgain: (names: string) => `${names}的听课仍定在当天。如果时间不再合适，请在首页取消。`,
    again: (name: string, day: string) => `${name}，您好！${day}恢复上课，时间照旧。`,
    lessonAgain: (name: string, day: string, classes: string) => `${name}，您好！${day}${classes}的课恢复，时间照旧。`,
    noMakeUp: (day: string) => `因此${day}不再补课。`,
    creditBack: (sum: string) => `此前为此退还的 ${sum} 已重新计入应缴费用。`,
    dutiesBack: (names: string) => `您报名的“${names}”也恢复了。如果届时来不了，请在活动页面取消报名。`,
    link: '查看接下来的课',
  },
}

const languageOf = ({ language }: { language: string }): 'en' | 'zh' => (language.startsWith('zh') ? 'zh' : 'en')
const own = (language: 'en' | 'zh', { name, nativeName }: Named): string =>
  language === 'zh' && nativeName !== '' ? nativeName : name
const moneyIn = (language: 'en' | 'zh', currency: string, cents: number): string => {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
const list = (language: 'en' | 'zh', all: readonly Named[]): string =>
  all.map(each => own(language, each)).join(language === 'zh' ? '、' : ', ')

/** Tells somebody, in their language, that lessons are called off, why and what comes instead, or that they take place after all. */
export const calledOffLetter = (off: CalledOff, to: Recipient, url: string): Letter => {
  const language = languageOf(to)
  const say = words[language]
  const [name, day] = [own(language, to), dayText(language, off.onDay)]
  const classes = list(language, to.sections)
  const isNamed = off.kind === 'lesson' && classes !== ''
  const reason = own(language, { name: off.reason, nativeName: off.nativeReason })
  const makeUpOn = off.makeUpOn !== null && to.sections.length > 0 ? dayText(language, off.makeUpOn) : null
  const sum = to.creditCents > 0 ? moneyIn(language, off.currency, to.creditCents) : null
  const duties = to.duties.length > 0 ? list(language, to.duties) : null
  const guests = to.guests.length > 0 ? list(language, to.guests) : null
  const paragraphs = off.isRestored
    ? [
        isNamed ? say.lessonAgain(name, day, classes) : say.again(name, day),
        makeUpOn && say.noMakeUp(makeUpOn),
        sum && say.creditBack(sum),
        guests && say.guestsAgain(guests),
        duties && say.dutiesBack(duties),
      ]
    : [
        isNamed ? say.lesson(name, day, classes) : say.opening(name, day),
        say.reason(reason),
        makeUpOn && say.makeUp(makeUpOn),
        sum && say.credit(sum),
        guests && say.guests(guests, dayText(language, choosesUntil(off.onDay))),
        duties && say.duties(duties),
      ]
  return {
    to: to.email,
    subject: say[off.isRestored ? 'on' : 'off'](isNamed ? classes : own(language, off.school), day),
    paragraphs: paragraphs.filter(paragraph => paragraph !== null),
    link: { url, label: say.link },
  }
}

type ClosedClass = Named & {
  /** Everything comes back, or the lessons that are left. */
  back: (typeof closingBacks)[number]
  reason: string
  nativeReason: string
  school: Named
  currency: string
}
export type ClosedRecipient = Named & {
  personId: string
  /** Empty for whoever can't be mailed. */
  email: string
  language: string
  /** Children whose place in it ends; for a teacher none. */
  students: Named[]
  /** Children who waited for it. */
  waiting: Named[]
  /** Children who were to visit it. */
  guests: Named[]
  backCents: number
  offers: { student: Named; section: Named }[]
}

const closed = {
  en: {
    subject: (section: string, school: string) => `${section} does not take place · ${school}`,
    opening: (name: string, section: string) => `Dear ${name}, we are sorry: ${section} does not take place.`,
    reason: (reason: string) => `The reason: ${reason}`,
    students: (names: string, section: string) => `The place of ${names} in ${section} has ended.`,
    waiting: (names: string, section: string) =>
      `${names}: the place on the waiting list of ${section} has ended, too.`,
    guests: (names: string, section: string) => `The visit of ${names} to ${section} has ended, too.`,
    left: (sum: string) =>
      `Charges for the remaining lessons were reversed: ${sum}. What you had paid is now credit on your account. Ask the office if you would rather have a refund.`,
    all: (sum: string) =>
      `All charges for it were reversed: ${sum}. What you had paid is now credit on your account. Ask the office if you would rather have a refund.`,
    offer: (student: string, section: string, until: string) =>
      `We keep a seat in ${section} for ${student} until ${until}. Take it or decline it on your start page.`,
    link: 'Open your start page',
  },
  zh: {
    subject: (section: string, school: string) => `${section}停开 · ${school}`,
    opening: (name: string, section: string) => `${name}，您好！非常抱歉，${section}本学期停开。`,
    reason: (reason: string) => `原因：${reason}`,
    students: (names: string, section: string) => `${names}在${section}的名额随之取消。`,
    waiting: (names: string, section: string) => `${names}在${section}的候补也随之取消。`,
    guests: (names: string, section: string) => `${names}在${section}的听课也随之取消。`,
    left: (sum: string) => `剩余课次的费用 ${sum} 已冲销。您已缴的部分转为账户结余，如需退款请联系办公室。`,
    all: (sum: string) => `该班的全部费用 ${sum} 已冲销。您已缴的部分转为账户结余，如需退款请联系办公室。`,
    offer: (student: string, section: string, until: string) =>
      `我们为${student}保留了${section}的一个名额，保留至${until}。请在首页接受或放弃。`,
    link: '打开您的首页',
  },
}

/** Tells a guardian or a teacher, in their language, that a class is called off for good, and what follows for them. */
export const closedClassLetter = (
  of: ClosedClass,
  to: ClosedRecipient,
  { until, zone, url }: { until: Date; zone: string; url: string },
): Letter => {
  const language = languageOf(to)
  const say = closed[language]
  const section = own(language, of)
  const deadline = new Intl.DateTimeFormat(language === 'zh' ? 'zh-Hans' : 'en', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  }).format(until)
  return {
    to: to.email,
    subject: say.subject(section, own(language, of.school)),
    paragraphs: [
      say.opening(own(language, to), section),
      say.reason(own(language, { name: of.reason, nativeName: of.nativeReason })),
      ...(to.students.length > 0 ? [say.students(list(language, to.students), section)] : []),
      ...(to.waiting.length > 0 ? [say.waiting(list(language, to.waiting), section)] : []),
      ...(to.guests.length > 0 ? [say.guests(list(language, to.guests), section)] : []),
      ...(to.backCents > 0 ? [say[of.back](moneyIn(language, of.currency, to.backCents))] : []),
      ...to.offers.map(offer => say.offer(own(language, offer.student), own(language, offer.section), deadline)),
    ],
    link: { url, label: say.link },
  }
}
