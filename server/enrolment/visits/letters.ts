import type { Language } from '#contract/values.ts'
import type { Letter } from '#server/platform/mail.ts'
import { dateText, moneyIn, nameIn, textsOf, timeText, type TwoNames } from '#server/platform/texts.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

export type VisitNews = 'asked' | 'approved' | 'declined' | 'cancelled' | 'moved' | 'unchosen'

/** The ledger's description of the charge for a visit. */
export const chargeText = (language: Language, kind: 'trial' | 'day', section: TwoNames, day: string): string =>
  texts(language)('charge', { kind, section: nameIn(language, section), day })

/**
 * The letter that tells a guardian, in their language, what was decided about a visit; a welcome says when, where and
 * what to bring.
 */
export const visitLetter = (
  to: { email: string; name: string; language: 'en' | 'zh' },
  school: TwoNames & { currency: string; bring: string; nativeBring: string },
  of: {
    student: TwoNames
    section: TwoNames
    onDay: string
    startsAt: string
    room: string
    priceCents: number
    isCharged: boolean
    news: VisitNews
    note: string
  },
  url: string,
): Letter => {
  const t = texts(to.language)
  const nameOf = (named: TwoNames) => nameIn(to.language, named)
  const [child, section] = [nameOf(of.student), nameOf(of.section)]
  const day = dateText(to.language, school, of.onDay, 'full')
  const price = moneyIn(to.language, school.currency)(of.priceCents)
  const bring = nameIn(to.language, { name: school.bring, nativeName: school.nativeBring })
  const time = timeText(to.language, school, of.startsAt)
  const isOver = of.news === 'cancelled' || of.news === 'unchosen'
  const isWelcome = of.news === 'approved' || of.news === 'moved'
  return {
    to: to.email,
    subject: `${t('subject', { child, section })} · ${nameOf(school)}`,
    paragraphs: [
      t('opening', { name: to.name }),
      t(of.news, { child, section, day }),
      ...(isOver && of.isCharged ? [t('reversed')] : []),
      ...(isWelcome ? [of.room ? t('whereIn', { time, room: of.room }) : t('where', { time })] : []),
      ...(isWelcome && bring ? [t('bring', { text: bring })] : []),
      ...(of.news === 'approved' && of.priceCents > 0 ? [t('price', { price })] : []),
      ...(of.note ? [t('note', { note: of.note })] : []),
    ],
    link: { url, label: t('link') },
  }
}
