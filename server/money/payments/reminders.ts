import type { Letter } from '#server/platform/mail.ts'
import { dateText, moneyIn, nameIn, textsOf } from '#server/platform/texts.ts'
import type { Debtor } from './reminderQueries.ts'
import { messages as en } from './reminders.en.ts'
import { messages as zh } from './reminders.zh.ts'

const texts = textsOf({ en, zh })

/** The letter that tells a guardian, in their language, what the family owes and since when. */
export const reminderLetter = (
  to: Debtor['guardians'][number],
  owed: { balanceCents: number; dueOn: string; today: string },
  school: { name: string; nativeName: string; currency: string },
  url: string,
): Letter => {
  const t = texts(to.language)
  const amount = moneyIn(to.language, school.currency)(owed.balanceCents)
  const day = dateText(to.language, school, owed.dueOn)
  return {
    to: to.email,
    subject: t('subject', { school: nameIn(to.language, school) }),
    paragraphs: [
      t('opening', { name: to.name }),
      t(owed.dueOn < owed.today ? 'late' : 'due', { amount, day }),
      t('how'),
    ],
    link: { url, label: t('link') },
  }
}
