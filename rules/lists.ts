import type { Language } from '#contract/values.ts'

/** The separator between list items. */
const listComma = (language: Language): string => (language === 'zh' ? '、' : ', ')

/** A list of names or other items: 'A, B, C', in Chinese 'A、B、C'. */
export const listIn = (language: Language, items: readonly string[]): string => items.join(listComma(language))

/** Details of one item, joined: 'Tuition, Dance A'. Empty parts are left out. */
export const partsIn = (language: Language, parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter(Boolean).join(language === 'zh' ? '，' : ', ')

/** A label and its text: 'Reported: Travel', in Chinese '已请假：出行'. */
export const labelledIn = (language: Language, label: string, text: string): string =>
  `${label}${language === 'zh' ? '：' : ': '}${text}`

/** An addition in brackets, with a space before it if the language uses one: ' (optional)', in Chinese '（选填）'. */
export const asideIn = (language: Language, text: string): string => (language === 'zh' ? `（${text}）` : ` (${text})`)

/** Sentences one after another, with a space between them where the language has one. */
export const sentencesIn = (language: Language, sentences: readonly (string | null | undefined | false)[]): string =>
  sentences.filter(Boolean).join(language === 'zh' ? '' : ' ')
