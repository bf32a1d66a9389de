import type { AbsenceNotice } from '#contract/teaching/absences.notices.ts'
import type { Letter } from '#server/platform/mail.ts'
import type { Filer } from './noticeQueries.ts'
import { dateText, nameIn, type Region, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

/** The letter that tells the person who reported an absence, in their language, that it was declined. */
export const declinedLetter = (to: Filer, notice: AbsenceNotice, region: Region, publicUrl: string): Letter => {
  const t = texts(to.language)
  const nameFor = (of: { name: string; nativeName: string }) => nameIn(to.language, of)
  const [from, until] = [dateText(to.language, region, notice.fromDay), dateText(to.language, region, notice.toDay)]
  const child = nameFor(notice.student)
  return {
    to: to.email,
    subject: t('subject', { child }),
    paragraphs: [
      t('opening', { name: nameFor(to), child, days: from === until ? from : `${from} ${t('to')} ${until}` }),
      ...(notice.answer ? [t('answer', { note: notice.answer })] : []),
    ],
    link: { url: `${publicUrl}/student?child=${notice.student.id}`, label: t('link') },
  }
}
