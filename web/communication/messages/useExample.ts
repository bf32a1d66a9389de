import { useTranslations } from 'use-intl'
import { fillPlaceholders, hasPlaceholders, placeholderTexts, type ReaderFacts } from '#rules/placeholders.ts'
import { useSchool } from '#web/wire/school.ts'
import type { TwoTexts } from './TwoLanguages.tsx'

/**
 * Fills placeholders with the facts of an example family, since the office reads its own texts without a specific
 * family. `isExample` tells whether a text has placeholders, so that the page can say so.
 */
export const useExample = () => {
  const t = useTranslations('messages.compose.sample')
  const facts = useSchool()
  const school = {
    name: facts?.school?.name ?? '',
    nativeName: facts?.school?.nativeName ?? '',
    currency: facts?.school?.currency ?? 'USD',
  }
  const sample: ReaderFacts = {
    name: t('name'),
    nativeName: t('nativeName'),
    students: [{ name: t('child'), nativeName: t('nativeChild') }],
    classes: [{ name: t('class'), nativeName: t('nativeClass') }],
    balanceCents: 12_500,
    dueOn: facts?.today ?? null,
  }
  const english = placeholderTexts(sample, school, 'en')
  const chinese = placeholderTexts(sample, school, 'zh')
  return {
    isExample: (...texts: readonly string[]): boolean => texts.some(hasPlaceholders),
    /** Fills a text in the language in which it is written. */
    fillText: (text: string): string => fillPlaceholders(text, /\p{Script=Han}/u.test(text) ? chinese : english),
    fill: <Texts extends TwoTexts>(texts: Texts): Texts => ({
      ...texts,
      subject: fillPlaceholders(texts.subject, english),
      body: fillPlaceholders(texts.body, english),
      nativeSubject: fillPlaceholders(texts.nativeSubject, chinese),
      nativeBody: fillPlaceholders(texts.nativeBody, chinese),
    }),
  }
}
