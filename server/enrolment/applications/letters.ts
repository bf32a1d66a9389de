import type { Letter } from '#server/platform/mail.ts'
import { nameIn, textsOf, type TwoNames } from '#server/platform/texts.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

type Reader = { email: string; name: string; language: 'en' | 'zh' }
type About =
  | { kind: 'approved'; isBilled: boolean; note: string; lostCode: string }
  | { kind: 'declined'; note: string }
  | { kind: 'asked'; question: string }

/**
 * The letter that tells a guardian, in their language, what the school decided about a class that needed its approval.
 */
export const applicationLetter = (
  to: Reader,
  school: TwoNames,
  of: { student: TwoNames; section: TwoNames },
  about: About,
  url: string,
): Letter => {
  const t = texts(to.language)
  const nameOf = (named: TwoNames) => nameIn(to.language, named)
  const [child, section] = [nameOf(of.student), nameOf(of.section)]
  return {
    to: to.email,
    subject: `${t(`subject.${about.kind}`, { child, section })} · ${nameOf(school)}`,
    paragraphs: [
      t('opening', { name: to.name }),
      t(about.kind, { child, section }),
      ...(about.kind === 'asked' ? [about.question, t('reply')] : []),
      ...(about.kind === 'approved' && about.isBilled ? [t('invoice')] : []),
      ...(about.kind === 'approved' && about.lostCode ? [t('lostCode', { code: about.lostCode })] : []),
      ...(about.kind !== 'asked' && about.note ? [t('note', { note: about.note })] : []),
    ],
    link: { url, label: t('link') },
  }
}
