import { dayIn } from '#rules/calendar.ts'
import type { Letter } from '#server/platform/mail.ts'
import type { Reminded } from './abandonedQueries.ts'
import { dateText, nameIn, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './reminding.en.ts'
import { messages as zh } from './reminding.zh.ts'

const texts = textsOf({ en, zh })

/** The letter that asks a family, in its language, whether it wants help with the registration that it has begun. */
export const reminderLetter = (
  to: Reminded,
  school: { name: string; nativeName: string; currency: string },
  note: string,
  publicUrl: string,
): Letter => {
  const t = texts(to.language)
  const day = dateText(to.language, school, dayIn(to.zone, new Date(to.startedAt)))
  const name = nameIn(to.language, school)
  return {
    to: to.email,
    subject: t('subject', { school: name }),
    paragraphs: [t('opening', { name: to.name }), t('begun', { day }), ...(note ? [note] : []), t('help')],
    link: { url: `${publicUrl}/register`, label: t('link') },
  }
}
