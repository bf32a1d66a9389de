import type { Output } from '#contract/index.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Letter } from '#server/platform/mail.ts'
import { dateText, instantText, moneyIn, nameIn, textsOf, type TwoNames } from '#server/platform/texts.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

/** The letter that confirms a registration to the guardian who submitted it, in their language. */
export const registrationLetter = (
  to: Actor,
  { school, currency, term }: { school: string; currency: string; term: TwoNames },
  answer: Output<'enrolments-submit'>,
  url: string,
): Letter => {
  const t = texts(to.language)
  const own = (name: string, nativeName: string) => nameIn(to.language, { name, nativeName })
  return {
    to: to.email,
    subject: t('registered.subject', { school }),
    paragraphs: [
      t('registered.opening', { name: to.name, term: nameIn(to.language, term) }),
      ...answer.outcomes.map(({ outcome, waitingPosition, ...of }) => {
        const child = own(of.child, of.childNativeName)
        const section = own(of.section, of.sectionNativeName)
        return outcome === 'waitlist'
          ? t('registered.waitlist', { child, section, position: waitingPosition ?? 1 })
          : t(`registered.${outcome}`, { child, section })
      }),
      ...(answer.invoiceNumber && answer.dueOn
        ? [
            t('registered.invoice', {
              number: answer.invoiceNumber,
              amount: moneyIn(to.language, currency)(answer.totalCents),
              day: dateText(to.language, { currency }, answer.dueOn),
            }),
          ]
        : []),
    ],
    link: { url, label: t('registered.link') },
  }
}

/** What happened to an enrolment or a waitlist entry. */
export type Decision =
  | 'approved'
  | 'declined'
  | 'withdrawn'
  | 'dropped'
  | 'waiting'
  | 'offered'
  | 'expired'
  | 'passedUp'
  | 'removed'
  | 'accepted'

/** The letter that tells a guardian, in their language, what happened to an enrolment or a waitlist entry. */
export const decisionLetter = (
  to: { email: string; name: string; language: 'en' | 'zh' },
  school: { name: string; nativeName: string; zone: string; currency: string },
  about: {
    student: { name: string; nativeName: string }
    section: TwoNames
    decision: Decision
    note?: string
    /** When an offer ends. */
    until?: Date
  },
  url: string,
): Letter => {
  const t = texts(to.language)
  const nameOf = (of: TwoNames) => nameIn(to.language, of)
  const [child, section] = [nameOf(about.student), nameOf(about.section)]
  return {
    to: to.email,
    subject: `${t('decided.subject', { child, section })} · ${nameOf(school)}`,
    paragraphs: [
      t('decided.opening', { name: to.name }),
      t(`decided.${about.decision}`, { child, section }),
      ...(about.until ? [t('decided.until', { time: instantText(to.language, school, about.until, 'numeric') })] : []),
      ...(about.note ? [t('decided.note', { note: about.note })] : []),
    ],
    link: { url, label: t('decided.link') },
  }
}
