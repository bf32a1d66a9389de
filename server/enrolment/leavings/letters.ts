import type { Transfer, TypeChange, Withdrawal } from '#contract/enrolment/leavings.ts'
import type { Language } from '#contract/values.ts'
import type { Context } from '#server/platform/functions.ts'
import { type Letter, postAll } from '#server/platform/mail.ts'
import { officeLanguage } from '#server/school/config/acts.ts'
import { touchFamily } from '#server/money/payments/acts.ts'
import { listTeachersOf } from '#server/enrolment/enrolments/acts.ts'
import { findSchool, type Leaving, listReaders, type Reader } from './queries.ts'
import { dateText, moneyIn, nameIn, textsOf, type TwoNames } from '#server/platform/texts.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

type Money = { totalCents: number; coversCents: number; freeCents: number; refundCents: number }
/** What a letter is about; `to` names the new class of a transfer. */
export type News = { student: TwoNames; section: TwoNames; to: TwoNames | null; onDay: string; note: string }

const named = (language: Language, of: TwoNames | null): string => (of === null ? '' : nameIn(language, of))

const moneyLines = (language: Language, currency: string, money: Money): string[] => {
  const t = texts(language)
  const text = moneyIn(language, currency)
  if (money.totalCents === 0) return [t('nothing')]
  if (money.totalCents < 0) return [t('more', { amount: text(-money.totalCents) })]
  const credit = money.freeCents - money.refundCents
  return [
    ...(money.coversCents > 0 ? [t('covers', { amount: text(money.coversCents) })] : []),
    ...(money.refundCents > 0 ? [t('refund', { amount: text(money.refundCents) })] : []),
    ...(credit > 0 ? [t('credit', { amount: text(credit) })] : []),
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
  const t = texts(to.language)
  const child = named(to.language, news.student)
  const section = named(to.language, news.section)
  const into = named(to.language, news.to)
  const way = into === '' ? 'out' : 'over'
  const day = dateText(to.language, school, news.onDay)
  return {
    to: to.email,
    subject: `${t(`${kind}.subject`, { child, section, to: into, way })} · ${named(to.language, school)}`,
    paragraphs: [
      ...(rest.isOffice ? [] : [t('opening', { name: to.name })]),
      t(`${kind}.says`, { child, section, to: into, way, day }),
      ...(rest.money ? moneyLines(to.language, school.currency, rest.money) : []),
      ...(news.note ? [rest.isOffice ? t('familyNote', { note: news.note }) : t('note', { note: news.note })] : []),
    ],
    link: { url: rest.url, label: rest.isOffice ? t('officeLink') : t('link') },
  }
}

type Telling = Pick<Context<unknown>, 'db' | 'settings' | 'enqueue' | 'touch'>
type Place = Pick<Leaving, 'studentId' | 'householdId'>

const reread = async (context: Telling, place: Place, readers: readonly Reader[]): Promise<void> => {
  const { touch } = context
  touch(['terms', 'enrolments', 'audit', 'leavings', 'dashboard'], [])
  touch(['classes'])
  touch(['teachers', 'students'], await listTeachersOf(context.db, place.studentId))
  touch(
    ['students', 'parents', 'leavings', 'enrolments'],
    readers.map(({ id }) => id),
  )
  await touchFamily(context, place.householdId)
}

/**
 * Writes to the family what was done, with the amounts to guardians of the household that is billed, and to the office
 * where the family acted itself. Refreshes open screens.
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
  const language = await officeLanguage(db)
  const url = `${settings.publicUrl}/adminstudent?id=${studentId}`
  return [letterTo({ email: school.email, language, name: '' }, school, kind, news, { money, url, isOffice: true })]
}

/** Writes to the office what a family asks for, and refreshes open screens. */
export const tellAsked = async (context: Telling, place: Place, news: News, kind: Asking = 'asked'): Promise<void> => {
  const school = await findSchool(context.db)
  await postAll(context, await toOffice(context, school, place, kind, news, null))
  await reread(context, place, await listReaders(context.db, place.studentId))
}

/** Refreshes open screens after a change without a letter. */
export const rereadOf = async (context: Telling, place: Place): Promise<void> =>
  reread(context, place, await listReaders(context.db, place.studentId))

/** The names and the day of an outcome, for a letter. */
export const newsOf = (
  outcome: Pick<
    Withdrawal | Transfer | TypeChange,
    'student' | 'studentNativeName' | 'section' | 'sectionNativeName' | 'otherTerm' | 'onDay'
  >,
  to: TwoNames | null,
  note: string,
): News => ({
  student: { name: outcome.student, nativeName: outcome.studentNativeName },
  section: { name: outcome.section, nativeName: outcome.sectionNativeName, otherTerm: outcome.otherTerm },
  to: to && { name: to.name, nativeName: to.nativeName },
  onDay: outcome.onDay,
  note,
})
