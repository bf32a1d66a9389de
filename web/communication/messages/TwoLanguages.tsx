import { useLocale } from 'use-intl'
import type { Language } from '#contract/values.ts'
import { textIn } from '#rules/inLanguage.ts'
import { tagOf } from '#rules/inLanguage.ts'

export type TwoTexts = { subject: string; body: string; nativeSubject: string; nativeBody: string }
type Written = { language: Language; subject: string; body: string }

/** Returns the languages in which a text is written, the reader's own first. */
export const inOrder = (texts: TwoTexts, language: Language): Written[] => {
  const english = { language: 'en' as const, subject: texts.subject, body: texts.body }
  const chinese = { language: 'zh' as const, subject: texts.nativeSubject, body: texts.nativeBody }
  return (language === 'zh' ? [chinese, english] : [english, chinese]).filter(({ subject, body }) => subject || body)
}

/** Returns a function that picks the subject for a reader, if it may be written in only one language. */
export const useSubject = (): ((of: { subject: string; nativeSubject: string }) => string) => {
  const language = useLocale()
  return ({ subject, nativeSubject }) => textIn(language, subject, nativeSubject)
}

/** Returns a function that picks the excerpt of a message in the reader's language, otherwise in the other. */
export const useExcerpt = (): ((of: { excerpt: string; nativeExcerpt: string }) => string) => {
  const subject = useSubject()
  return ({ excerpt, nativeExcerpt }) => subject({ subject: excerpt, nativeSubject: nativeExcerpt })
}

/** A notice's text for its readers: in their own language, with the other one below. */
export const Letter = ({ texts, language }: { texts: TwoTexts; language: Language }) => {
  const written = inOrder(texts, language)
  const [first] = written
  if (!first) return null
  return (
    <div className="grid max-w-[66ch] gap-5">
      {written.map(({ language: of, subject, body }) => (
        <div key={of} lang={tagOf(of)} className={of === first.language ? undefined : 'border-t border-line pt-4'}>
          {of !== first.language && subject && <p className="mb-1 font-semibold">{subject}</p>}
          <p className="break-words whitespace-pre-line">{body}</p>
        </div>
      ))}
    </div>
  )
}
