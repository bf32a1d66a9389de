import type { JobSettings } from '#server/platform/jobs.ts'
import type { Letter } from '#server/platform/mail.ts'
import { fillPlaceholders, placeholderTexts, type ReaderFacts } from '#rules/placeholders.ts'
import { languageOf, nameIn, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

export type SchoolFacts = { name: string; nativeName: string; currency: string }
type TwoTexts = { subject: string; body: string; nativeSubject: string; nativeBody: string }

type Reader = { isGuardian: boolean; isTeacher: boolean }
type Message = { kind: 'notice' | 'thread'; id: string }
/**
 * The path of the page that shows a message: families and the office have a page for messages, teachers see them beside
 * their day.
 */
export const readingPath = (to: Reader, { kind, id }: Message): string => {
  if (to.isGuardian) return `/messages?open=${kind}.${id}`
  if (to.isTeacher) return `/teacherdashboard/?messages=${kind}.${id}`
  return `/adminmessage?tab=${kind === 'notice' ? 'received' : 'threads'}&id=${id}`
}

/** The same as a full URL for emails. */
export const readingUrl = ({ publicUrl }: Pick<JobSettings, 'publicUrl'>, to: Reader, message: Message): string =>
  `${publicUrl}${readingPath(to, message)}`

/** Both languages of a notice with a reader's own facts filled in. */
export const filledFor = (notice: TwoTexts, facts: ReaderFacts, school: SchoolFacts): TwoTexts => {
  const english = placeholderTexts(facts, school, 'en')
  const chinese = placeholderTexts(facts, school, 'zh')
  return {
    subject: fillPlaceholders(notice.subject, english),
    body: fillPlaceholders(notice.body, english),
    nativeSubject: fillPlaceholders(notice.nativeSubject, chinese),
    nativeBody: fillPlaceholders(notice.nativeBody, chinese),
  }
}

const paragraphsOf = (body: string): string[] => body.split(/\n{2,}/).filter(paragraph => paragraph.trim() !== '')

/**
 * A notice as an email: in the reader's language if the notice has it, with the other language below. Anyone who can
 * sign in gets a link to it.
 */
export const noticeLetter = (
  to: { email: string; language: string; facts: ReaderFacts },
  notice: TwoTexts & { isUrgent: boolean; needsAnswer: boolean },
  school: SchoolFacts,
  how: { url: string | null; isReminder: boolean },
): Letter => {
  const text = filledFor(notice, to.facts, school)
  const english = { language: 'en' as const, subject: text.subject, body: text.body }
  const chinese = { language: 'zh' as const, subject: text.nativeSubject, body: text.nativeBody }
  const ordered = languageOf(to.language) === 'zh' ? [chinese, english] : [english, chinese]
  const [first, second] = ordered.filter(({ body }) => body !== '')
  const { language, subject, body } = first ?? english
  const t = texts(language)
  const marked = notice.isUrgent ? t('urgent', { subject }) : subject
  return {
    to: to.email,
    subject: how.isReminder ? t('reminder', { subject }) : marked,
    paragraphs: [
      ...paragraphsOf(body),
      ...(second ? ['— — —', ...(second.subject ? [second.subject] : []), ...paragraphsOf(second.body)] : []),
    ],
    ...(how.url && { link: { url: how.url, label: notice.needsAnswer ? t('confirm') : t('read') } }),
  }
}

const shownCharacters = 280

/** The email to one person that there is a new message in a conversation of theirs. */
export const threadLetter = (
  to: { email: string; language: string },
  message: { from: { name: string; nativeName: string }; subject: string; body: string; files: number; url: string },
  school: SchoolFacts,
): Letter => {
  const language = languageOf(to.language)
  const t = texts(language)
  const nameOf = (of: { name: string; nativeName: string }) => nameIn(language, of)
  const from = nameOf(message.from)
  const isLong = message.body.length > shownCharacters
  return {
    to: to.email,
    subject: t('thread', { from, subject: message.subject }),
    paragraphs: [
      t('wrote', { from, school: nameOf(school) }),
      ...(message.body === '' ? [] : [isLong ? `${message.body.slice(0, shownCharacters).trimEnd()} …` : message.body]),
      ...(message.files > 0 ? [t('files', { n: message.files })] : []),
      t('noReply'),
    ],
    link: { url: message.url, label: t('answer') },
  }
}
