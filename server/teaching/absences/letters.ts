import type { AbsenceNotice } from '#contract/teaching/absences.notices.ts'
import type { Letter } from '#server/platform/mail.ts'
import type { Filer } from './noticeQueries.ts'

const dayText = (language: 'en' | 'zh', day: string): string =>
  new Intl.DateTimeFormat(language === 'zh' ? 'zh-Hans' : 'en', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

const words = {
  en: {
    subject: (child: string) => `About the absence you reported for ${child}`,
    opening: (name: string, child: string, days: string) =>
      `Dear ${name}, the school could not accept the absence that you reported for ${child}, ${days}.`,
    to: 'to',
    answer: (note: string) => `The school writes: ${note}`,
    link: 'See the absence',
  },
  zh: {
    subject: (child: string) => `关于您为${child}提交的请假`,
    opening: (name: string, child: string, days: string) =>
      `${name}，您好！您为${child}提交的请假（${days}），学校未能批准。`,
    to: '至',
    answer: (note: string) => `学校说明：${note}`,
    link: '查看请假',
  },
}

/** Tells whoever reported an absence that it was declined, in their language. */
export const declinedLetter = (to: Filer, notice: AbsenceNotice, publicUrl: string): Letter => {
  const say = words[to.language]
  const said = (of: { name: string; nativeName: string }) =>
    to.language === 'zh' && of.nativeName !== '' ? of.nativeName : of.name
  const [from, until] = [dayText(to.language, notice.fromDay), dayText(to.language, notice.toDay)]
  const child = said(notice.student)
  return {
    to: to.email,
    subject: say.subject(child),
    paragraphs: [
      say.opening(said(to), child, from === until ? from : `${from} ${say.to} ${until}`),
      ...(notice.answer ? [say.answer(notice.answer)] : []),
    ],
    link: { url: `${publicUrl}/student?child=${notice.student.id}`, label: say.link },
  }
}
