import type { Letter } from '#server/platform/mail.ts'
import { dateText, instantText, languageOf, nameIn, namesIn, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

type Cancelled = {
  title: string
  nativeTitle: string
  isAllDay: boolean
  startsOn: string
  startsAt: Date
  zone: string
  currency: string
}
export type Recipient = {
  email: string
  name: string
  nativeName: string
  language: string
  /** The slots that the recipient had. */
  slots: { name: string; nativeName: string }[]
}

/** The email to a person, in their language, that an event they planned to attend or help at is canceled. */
export const cancelledLetter = (event: Cancelled, to: Recipient, url: string): Letter => {
  const language = languageOf(to.language)
  const t = texts(language)
  const title = nameIn(language, { name: event.title, nativeName: event.nativeTitle })
  const when = event.isAllDay
    ? dateText(language, event, event.startsOn, 'full')
    : instantText(language, event, event.startsAt, 'numeric')
  return {
    to: to.email,
    subject: t('subject', { title }),
    paragraphs: [
      t('opening', { name: nameIn(language, to), title, when }),
      to.slots.length > 0 ? t('slots', { names: namesIn(language, to.slots) }) : t('answer'),
    ],
    link: { url, label: t('link') },
  }
}
