import type { Language } from '#contract/values.ts'
import type { CancellationKind, closingBacks, Remedy } from '#contract/enrolment/cancellations.ts'
import { choosesUntil } from '#rules/visits.ts'
import type { Letter } from '#server/platform/mail.ts'
import {
  instantText,
  languageOf,
  moneyIn,
  nameIn,
  namesIn,
  textsOf,
  type TwoNames,
  weekdayDateText,
} from '#server/platform/texts.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

export type CalledOff = {
  kind: CancellationKind
  onDay: string
  reason: string
  nativeReason: string
  remedy: Remedy
  makeUpOn: string | null
  /** True where the lessons take place after all. */
  isRestored: boolean
  school: TwoNames
  currency: string
}
export type Recipient = TwoNames & {
  personId: string
  /** Empty where the person can't be emailed. */
  email: string
  language: string
  /** The person's affected classes; they are not named where the whole day is canceled. */
  sections: TwoNames[]
  /** Their children who visit on that day, and whether the visit is on the family's account. */
  guests: (TwoNames & { isCharged: boolean })[]
  /** The amount credited for children whose data they may see. */
  creditCents: number
  /** The shifts that they had signed up for. */
  duties: TwoNames[]
}

/** The ledger's description of the part of a canceled class that is kept. */
export const keptText = (language: Language, description: string): string => texts(language)('kept', { description })

/**
 * The letter that tells a person, in their language, that lessons are canceled, why and what replaces them, or that
 * they take place after all.
 */
export const calledOffLetter = (off: CalledOff, to: Recipient, url: string): Letter => {
  const language = languageOf(to.language)
  const t = texts(language)
  const [name, day] = [nameIn(language, to), weekdayDateText(language, off, off.onDay)]
  const classes = namesIn(language, to.sections)
  const isNamed = off.kind === 'lesson' && classes !== ''
  const reason = nameIn(language, { name: off.reason, nativeName: off.nativeReason })
  const makeUpOn =
    off.makeUpOn !== null && to.sections.length > 0 ? weekdayDateText(language, off, off.makeUpOn, off.onDay) : null
  const sum = to.creditCents > 0 ? moneyIn(language, off.currency)(to.creditCents) : null
  const duties = to.duties.length > 0 ? namesIn(language, to.duties) : null
  const guests = to.guests.length > 0 ? namesIn(language, to.guests) : null
  const until = weekdayDateText(language, off, choosesUntil(off.onDay))
  const [charged, free] = [true, false].map(isCharged => to.guests.filter(each => each.isCharged === isCharged))
  const paragraphs = off.isRestored
    ? [
        isNamed ? t('calledOff.lessonAgain', { name, day, classes }) : t('calledOff.again', { name, day }),
        makeUpOn && t('calledOff.noMakeUp', { day: makeUpOn }),
        sum && t('calledOff.creditBack', { sum }),
        guests && t('calledOff.guestsAgain', { names: guests }),
        duties && t('calledOff.dutiesBack', { names: duties }),
      ]
    : [
        isNamed ? t('calledOff.lesson', { name, day, classes }) : t('calledOff.opening', { name, day }),
        t('calledOff.reason', { reason }),
        makeUpOn && t('calledOff.makeUp', { day: makeUpOn }),
        sum && t('calledOff.credit', { sum }),
        charged!.length > 0 ? t('calledOff.guests', { names: namesIn(language, charged!), until }) : null,
        free!.length > 0 ? t('calledOff.guestsFree', { names: namesIn(language, free!), until }) : null,
        duties && t('calledOff.duties', { names: duties }),
      ]
  const subject = isNamed
    ? t(off.isRestored ? 'calledOff.lessonOn' : 'calledOff.lessonOff', { what: classes, day })
    : t(off.isRestored ? 'calledOff.on' : 'calledOff.off', { what: nameIn(language, off.school), day })
  return {
    to: to.email,
    subject,
    paragraphs: paragraphs.filter(paragraph => paragraph !== null),
    link: { url, label: t('calledOff.link') },
  }
}

type ClosedClass = TwoNames & {
  /** Whether everything is refunded, or the remaining lessons only. */
  back: (typeof closingBacks)[number]
  reason: string
  nativeReason: string
  school: TwoNames
  currency: string
}
export type ClosedRecipient = TwoNames & {
  personId: string
  /** Empty where the person can't be emailed. */
  email: string
  language: string
  /** Children whose enrolment in the class ends; none for a teacher. */
  students: TwoNames[]
  /** Children who were on its waitlist. */
  waiting: TwoNames[]
  /** Children who had a visit to it planned. */
  guests: TwoNames[]
  backCents: number
  offers: { student: TwoNames; section: TwoNames }[]
}

/**
 * The letter that tells a guardian or a teacher, in their language, that a class is canceled for good, and what follows
 * for them.
 */
export const closedClassLetter = (
  of: ClosedClass,
  to: ClosedRecipient,
  { until, zone, url }: { until: Date; zone: string; url: string },
): Letter => {
  const language = languageOf(to.language)
  const t = texts(language)
  const section = nameIn(language, of)
  const deadline = instantText(language, { zone, currency: of.currency }, until)
  return {
    to: to.email,
    subject: t('closed.subject', { section, school: nameIn(language, of.school) }),
    paragraphs: [
      t('closed.opening', { name: nameIn(language, to), section }),
      t('closed.reason', { reason: nameIn(language, { name: of.reason, nativeName: of.nativeReason }) }),
      ...(to.students.length > 0 ? [t('closed.students', { names: namesIn(language, to.students), section })] : []),
      ...(to.waiting.length > 0 ? [t('closed.waiting', { names: namesIn(language, to.waiting), section })] : []),
      ...(to.guests.length > 0 ? [t('closed.guests', { names: namesIn(language, to.guests), section })] : []),
      ...(to.backCents > 0 ? [t(`closed.${of.back}`, { sum: moneyIn(language, of.currency)(to.backCents) })] : []),
      ...to.offers.map(offer =>
        t('closed.offer', {
          student: nameIn(language, offer.student),
          section: nameIn(language, offer.section),
          until: deadline,
        }),
      ),
    ],
    link: { url, label: t('closed.link') },
  }
}
