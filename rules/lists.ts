import type { Language } from '#contract/values.ts'

/** What stands between the things of a list. */
export const listComma = (language: Language): string => (language === 'zh' ? '、' : ', ')

/** Names or other things one after another: 'A, B, C', in Chinese 'A、B、C'. */
export const listIn = (language: Language, items: readonly string[]): string => items.join(listComma(language))

/** What is said of one thing, part after part: 'Tuition, Dance A'. Empty parts are left out. */
export const partsIn = (language: Language, parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter(Boolean).join(language === 'zh' ? '，' : ', ')

/** What something is, and what is said of it: 'Reported: Travel', in Chinese '已请假：出行'. */
export const labelledIn = (language: Language, label: string, text: string): string =>
  `${label}${language === 'zh' ? '：' : ': '}${text}`

/** What is added in brackets, with the space before it where the language has one: ' (optional)', in Chinese '（选填）'. */
export const asideIn = (language: Language, text: string): string => (language === 'zh' ? `（${text}）` : ` (${text})`)

/** Sentences one after another, with a space between them where the language has one. */
export const sentencesIn = (language: Language, sentences: readonly (string | null | undefined | false)[]): string =>
  sentences.filter(Boolean).join(language === 'zh' ? '' : ' ')
