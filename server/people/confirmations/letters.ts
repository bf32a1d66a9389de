import type { Letter } from '#server/platform/mail.ts'
import type { Reminded } from './queries.ts'
import { dateText, nameIn, type Region, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

/** The email that reminds a guardian to confirm their family's record. */
export const reminderLetter = (
  to: Reminded['guardians'][number],
  { dueOn, isLate }: { dueOn: string; isLate: boolean },
  region: Region,
  publicUrl: string,
): Letter => {
  const t = texts(to.language)
  const day = dateText(to.language, region, dueOn)
  return {
    to: to.email,
    subject: t('subject'),
    paragraphs: [t('opening', { name: nameIn(to.language, to) }), t('ask', { day, isLate: String(isLate) }), t('how')],
    link: { url: `${publicUrl}/parent?part=confirm`, label: t('link') },
  }
}
