import type { Letter } from '#server/platform/mail.ts'
import { claimMinutes } from '#contract/enrolment/claims.ts'
import type { Addressed } from './queries.ts'
import { nameIn, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

type School = { name: string; nativeName: string }
/** The letter with the code for one guardian, sent to their address on file. */
export const codeLetter = (to: Addressed, school: School, code: string): Letter => {
  const t = texts(to.language)
  const name = nameIn(to.language, school)
  return {
    to: to.email,
    subject: t('subject', { school: name }),
    paragraphs: [
      t('opening', { name: to.name }),
      t('asked', { school: name }),
      `${code.slice(0, 4)} ${code.slice(4)}`,
      t('worth', { minutes: claimMinutes }),
    ],
    isSecret: true,
  }
}

/** The letter for a guardian who has an account under the address on file: it tells them to sign in with it. */
export const knownLetter = (to: Addressed, school: School, publicUrl: string): Letter => {
  const t = texts(to.language)
  return {
    to: to.email,
    subject: t('answerSubject', { school: nameIn(to.language, school) }),
    paragraphs: [t('opening', { name: to.name }), t('known')],
    link: { url: `${publicUrl}/login?next=/registration`, label: t('signIn') },
  }
}

/** The office's answer to a person who asked for their family. */
export const answerLetter = (
  to: { email: string; name: string; language: 'en' | 'zh' },
  school: School,
  joined: string | null,
  note: string,
  publicUrl: string,
): Letter => {
  const t = texts(to.language)
  return {
    to: to.email,
    subject: t('answerSubject', { school: nameIn(to.language, school) }),
    paragraphs: [
      t('opening', { name: to.name }),
      ...(joined === null ? [t('refused')] : [t('found', { name: joined }), t('foundHow')]),
      ...(note ? [t('note', { note })] : []),
    ],
    link: { url: `${publicUrl}/registration`, label: t('goOn') },
  }
}
