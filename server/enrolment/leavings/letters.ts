import type { Transfer, TypeChange, Withdrawal } from '#contract/enrolment/leavings.ts'
import type { Language } from '#contract/values.ts'
import type { Context } from '#server/platform/functions.ts'
import { type Letter, postAll } from '#server/platform/mail.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { touchFamily } from '#server/money/payments/acts.ts'
import { findSchool, type Leaving, listReaders, type Reader } from './queries.ts'

type Named = { name: string; nativeName: string }
type Money = { totalCents: number; coversCents: number; freeCents: number; refundCents: number }
/** What a letter is about; `to` names the new class of a transfer. */
export type News = { student: Named; section: Named; to: Named | null; onDay: string; note: string }

const dayText = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

const moneyText = (language: Language, currency: string): ((cents: number) => string) => {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return cents => format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

const words = {
  en: {
    opening: (name: string) => `Dear ${name},`,
    left: {
      subject: (child: string, section: string, _to: string) => `${child} has left ${section}`,
      says: (child: string, section: string, _to: string, day: string) =>
        `${child} no longer attends ${section}, as of ${day}.`,
    },
    changed: {
      subject: (child: string, _section: string, to: string) => `${child} goes to ${to} now`,
      says: (child: string, section: string, to: string, day: string) =>
        `${child} has changed from ${section} to ${to}, as of ${day}.`,
    },
    asked: {
      subject: (child: string, section: string, to: string) =>
        to ? `${child}: from ${section} to ${to}?` : `${child}: leave ${section}?`,
      says: (child: string, section: string, to: string, _day: string) =>
        to
          ? `A family asks to change ${child} from ${section} to ${to}. It waits for the office’s answer.`
          : `A family asks to take ${child} out of ${section}. It waits for the office’s answer.`,
    },
    declined: {
      subject: (child: string, section: string, _to: string) => `Your request about ${child} and ${section}`,
      says: (child: string, section: string, to: string, _day: string) =>
        to
          ? `the office can’t change ${child} from ${section} to ${to}. ${child} stays in ${section}.`
          : `the office can’t take ${child} out of ${section} by the rules that you were shown. ${child} stays in the class.`,
    },
    sitsIn: {
      subject: (child: string, section: string, _to: string) => `${child} sits in ${section} without marks`,
      says: (child: string, section: string, _to: string, day: string) =>
        `${child} sits in ${section} without marks, as of ${day}. The seat stays the same.`,
    },
    full: {
      subject: (child: string, section: string, _to: string) => `${child} takes part in ${section} in full`,
      says: (child: string, section: string, _to: string, day: string) =>
        `${child} takes part in ${section} in full, with marks, as of ${day}.`,
    },
    asksToSitIn: {
      subject: (child: string, section: string, _to: string) => `${child}: only sit in ${section}?`,
      says: (child: string, section: string, _to: string, _day: string) =>
        `A family asks that ${child} only sits in ${section}, without marks. It waits for the office’s answer.`,
    },
    asksForFull: {
      subject: (child: string, section: string, _to: string) => `${child}: take part in ${section} in full?`,
      says: (child: string, section: string, _to: string, _day: string) =>
        `A family asks that ${child} takes part in ${section} in full, with marks. It waits for the office’s answer.`,
    },
    notChanged: {
      subject: (child: string, section: string, _to: string) => `Your request about ${child} and ${section}`,
      says: (child: string, section: string, _to: string, _day: string) =>
        `the office leaves it as it is: ${child} takes part in ${section} as before.`,
    },
    nothing: 'Nothing changes in your account.',
    more: (amount: string) => `It costs ${amount} more. The invoice stands under Payments.`,
    covers: (amount: string) => `${amount} is taken off what is still to be paid.`,
    credit: (amount: string) => `${amount} is credit in your account now.`,
    refund: (amount: string) => `Refund pending: ${amount}. We’ll write to you when the treasurer has sent it.`,
    note: (note: string) => `The office adds: ${note}`,
    familyNote: (note: string) => `The family writes: ${note}`,
    link: 'Open your payments',
    officeLink: 'Open the student',
  },
  zh: {
    opening: (name: string) => `${name}，您好！`,
    left: {
      subject: (child: string, section: string, _to: string) => `${child}已退出${section}`,
      says: (child: string, section: string, _to: string, day: string) => `${child}自${day}起不再就读${section}。`,
    },
    changed: {
      subject: (child: string, _section: string, to: string) => `${child}已转入${to}`,
      says: (child: string, section: string, to: string, day: string) => `${child}自${day}起由${section}转入${to}。`,
    },
    asked: {
      subject: (child: string, section: string, to: string) =>
        to ? `${child}申请由${section}转入${to}` : `${child}申请退出${section}`,
      says: (child: string, section: string, to: string, _day: string) =>
        to
          ? `一个家庭申请将${child}由${section}转入${to}，等待办公室答复。`
          : `一个家庭申请让${child}退出${section}，等待办公室答复。`,
    },
    declined: {
      subject: (child: string, section: string, _to: string) => `关于${child}与${section}的申请`,
      says: (child: string, section: string, to: string, _day: string) =>
        to
          ? `很抱歉，办公室无法将${child}由${section}转入${to}，${child}仍在${section}就读。`
          : `很抱歉，办公室无法按所示办法为${child}办理${section}的退课，${child}仍在班上。`,
    },
    sitsIn: {
      subject: (child: string, section: string, _to: string) => `${child}改为旁听${section}`,
      says: (child: string, section: string, _to: string, day: string) =>
        `${child}自${day}起旁听${section}，不计成绩，座位不变。`,
    },
    full: {
      subject: (child: string, section: string, _to: string) => `${child}改为正式就读${section}`,
      says: (child: string, section: string, _to: string, day: string) =>
        `${child}自${day}起正式就读${section}，计成绩。`,
    },
    asksToSitIn: {
      subject: (child: string, section: string, _to: string) => `${child}申请改为旁听${section}`,
      says: (child: string, section: string, _to: string, _day: string) =>
        `一个家庭申请让${child}旁听${section}（不计成绩），等待办公室答复。`,
    },
    asksForFull: {
      subject: (child: string, section: string, _to: string) => `${child}申请正式就读${section}`,
      says: (child: string, section: string, _to: string, _day: string) =>
        `一个家庭申请让${child}正式就读${section}（计成绩），等待办公室答复。`,
    },
    notChanged: {
      subject: (child: string, section: string, _to: string) => `关于${child}在${section}的申请`,
      says: (child: string, section: string, _to: string, _day: string) =>
        `办公室维持现状：${child}仍按原来的方式就读${section}。`,
    },
    nothing: '您的账户没有变化。',
    more: (amount: string) => `需补缴 ${amount}，账单在“缴费”中查看。`,
    covers: (amount: string) => `${amount} 已抵扣您尚未缴纳的款项。`,
    credit: (amount: string) => `${amount} 已作为余额记入您的账户。`,
    refund: (amount: string) => `${amount} 将由财务退还给您，寄出后会写信通知您。`,
    note: (note: string) => `办公室附言：${note}`,
    familyNote: (note: string) => `家长留言：${note}`,
    link: '打开缴费页面',
    officeLink: '打开学生资料',
  },
}

const named = (language: Language, of: Named | null): string =>
  of === null ? '' : language === 'zh' && of.nativeName !== '' ? of.nativeName : of.name

const moneyLines = (language: Language, currency: string, money: Money): string[] => {
  const say = words[language]
  const text = moneyText(language, currency)
  if (money.totalCents === 0) return [say.nothing]
  if (money.totalCents < 0) return [say.more(text(-money.totalCents))]
  const credit = money.freeCents - money.refundCents
  return [
    ...(money.coversCents > 0 ? [say.covers(text(money.coversCents))] : []),
    ...(money.refundCents > 0 ? [say.refund(text(money.refundCents))] : []),
    ...(credit > 0 ? [say.credit(text(credit))] : []),
  ]
}

type Asking = 'asked' | 'asksToSitIn' | 'asksForFull'
type Kind = Asking | 'left' | 'changed' | 'declined' | 'sitsIn' | 'full' | 'notChanged'
type School = Awaited<ReturnType<typeof findSchool>>
const letterTo = (
  to: { email: string; language: Language; name: string },
  school: School,
  kind: Kind,
  news: News,
  rest: { money: Money | null; url: string; isOffice: boolean },
): Letter => {
  const say = words[to.language]
  const child = named(to.language, news.student)
  const section = named(to.language, news.section)
  const into = named(to.language, news.to)
  const day = dayText(to.language, news.onDay)
  return {
    to: to.email,
    subject: `${say[kind].subject(child, section, into)} · ${named(to.language, school)}`,
    paragraphs: [
      ...(rest.isOffice ? [] : [say.opening(to.name)]),
      say[kind].says(child, section, into, day),
      ...(rest.money ? moneyLines(to.language, school.currency, rest.money) : []),
      ...(news.note ? [rest.isOffice ? say.familyNote(news.note) : say.note(news.note)] : []),
    ],
    link: { url: rest.url, label: rest.isOffice ? say.officeLink : say.link },
  }
}

type Telling = Pick<Context<unknown>, 'db' | 'settings' | 'enqueue' | 'touch'>
type Place = Pick<Leaving, 'studentId' | 'householdId'>

const reread = async (context: Telling, place: Place, readers: readonly Reader[]): Promise<void> => {
  const { touch } = context
  touch(['terms', 'enrolments', 'audit', 'leavings', 'dashboard'], [])
  touch(['classes', 'teachers'])
  touch(
    ['students', 'parents', 'leavings', 'enrolments'],
    readers.map(({ id }) => id),
  )
  await touchFamily(context, place.householdId)
}

/**
 * Writes to the family what was done, with the money to whoever's account it is, and to the office where a family did it
 * by itself; has open screens read again.
 */
export const tell = async (
  context: Telling,
  place: Place,
  news: News,
  done: { kind: Kind; money: Money | null; byOffice: boolean },
): Promise<void> => {
  const { db, settings } = context
  const school = await findSchool(db)
  const readers = await listReaders(db, place.studentId)
  const family = readers
    .filter(({ email }) => email !== '')
    .map(reader =>
      letterTo(reader, school, done.kind, done.byOffice ? news : { ...news, note: '' }, {
        money: reader.isBilled ? done.money : null,
        url: `${settings.publicUrl}/paymenthistory`,
        isOffice: false,
      }),
    )
  const office = done.byOffice ? [] : await toOffice(context, school, place, done.kind, news, done.money)
  await postAll(context, [...family, ...office])
  await reread(context, place, readers)
}

const toOffice = async (
  { db, settings }: Pick<Telling, 'db' | 'settings'>,
  school: School,
  { studentId }: Place,
  kind: Kind,
  news: News,
  money: Money | null,
): Promise<Letter[]> => {
  if (school.email === '') return []
  const [language = 'en'] = (await findSetting(db, 'languages')).offered
  const url = `${settings.publicUrl}/adminstudent?id=${studentId}`
  return [letterTo({ email: school.email, language, name: '' }, school, kind, news, { money, url, isOffice: true })]
}

/** Writes to the office what a family asks for, and has open screens read again. */
export const tellAsked = async (context: Telling, place: Place, news: News, kind: Asking = 'asked'): Promise<void> => {
  const school = await findSchool(context.db)
  await postAll(context, await toOffice(context, school, place, kind, news, null))
  await reread(context, place, await listReaders(context.db, place.studentId))
}

/** Has open screens read again what changed without a letter. */
export const rereadOf = async (context: Telling, place: Place): Promise<void> =>
  reread(context, place, await listReaders(context.db, place.studentId))

/** The names and sums of an outcome, for a letter. */
export const newsOf = (
  outcome: Pick<
    Withdrawal | Transfer | TypeChange,
    'student' | 'studentNativeName' | 'section' | 'sectionNativeName' | 'onDay'
  >,
  to: Named | null,
  note: string,
): News => ({
  student: { name: outcome.student, nativeName: outcome.studentNativeName },
  section: { name: outcome.section, nativeName: outcome.sectionNativeName },
  to: to && { name: to.name, nativeName: to.nativeName },
  onDay: outcome.onDay,
  note,
})
