import type { Letter } from '#server/platform/mail.ts'
import { textsOf } from '#server/platform/texts.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

/** The letter that tells the office that a push service refuses the school. */
export const refusedLetter = (to: string, language: 'en' | 'zh', detail: string, publicUrl: string): Letter => {
  const t = texts(language)
  return {
    to,
    subject: t('subject'),
    paragraphs: [t('body', { detail })],
    link: { url: `${publicUrl}/adminconfig?subMenu=push`, label: t('link') },
  }
}
