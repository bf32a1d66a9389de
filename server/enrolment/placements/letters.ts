import type { Letter } from '#server/platform/mail.ts'
import { nameIn, textsOf, type TwoNames } from '#server/platform/texts.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

/** The letter that tells a guardian, in their language, the level of their child. */
export const placementLetter = (
  to: { email: string; name: string; language: 'en' | 'zh' },
  school: TwoNames,
  about: { student: TwoNames; course: TwoNames; note: string },
  url: string,
): Letter => {
  const t = texts(to.language)
  const nameOf = (named: TwoNames) => nameIn(to.language, named)
  const [child, course] = [nameOf(about.student), nameOf(about.course)]
  return {
    to: to.email,
    subject: `${t('subject', { child, course })} · ${nameOf(school)}`,
    paragraphs: [
      t('opening', { name: to.name }),
      t('placed', { child, course }),
      ...(about.note ? [t('note', { note: about.note })] : []),
      t('next'),
    ],
    link: { url, label: t('link') },
  }
}
