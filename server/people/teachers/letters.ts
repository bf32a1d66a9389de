import type { Context } from '#server/platform/functions.ts'
import { post } from '#server/platform/mail.ts'
import { dateText, nameIn, textsOf, timeText, type TwoNames } from '#server/platform/texts.ts'
import { officeLanguage } from '#server/school/config/acts.ts'
import { findLetterhead } from './absenceQueries.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

/** Emails the office that a teacher has called in sick, or comes after all, and for which lessons. */
export const tellOffice = async (
  context: Pick<Context<unknown>, 'db' | 'settings' | 'enqueue'>,
  teacherId: string,
  kind: 'reported' | 'withdrawn',
  onDay: string,
  lessons: readonly (TwoNames & { startsAt: string })[],
): Promise<void> => {
  const { school, teacher } = await findLetterhead(context.db, teacherId)
  if (school.email === '') return
  const language = await officeLanguage(context.db)
  const t = texts(language)
  const name = nameIn(language, teacher)
  const day = dateText(language, school, onDay)
  await post(context, {
    to: school.email,
    subject: `${t(`${kind}.subject`, { name, day })} · ${nameIn(language, school)}`,
    paragraphs: [
      t(`${kind}.says`, { name, day }),
      lessons.map(lesson => `${timeText(language, school, lesson.startsAt)} ${nameIn(language, lesson)}`).join('\n'),
    ],
    link: { url: `${context.settings.publicUrl}/admindashboard?show=away`, label: t('link') },
  })
}
