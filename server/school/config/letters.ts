import type { Language } from '#contract/values.ts'
import type { Letter } from '#server/platform/mail.ts'
import { textsOf } from '#server/platform/texts.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

/** The email with which the office tests whether its emails arrive. */
export const testLetter = (to: string, school: string, language: Language): Letter => {
  const t = texts(language)
  return { to, subject: t('subject', { school }), paragraphs: [t('opening'), t('says')] }
}
