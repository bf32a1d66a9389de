import type { Language } from '#contract/values.ts'

/** Names or other things one after another: 'A, B, C', in Chinese 'A、B、C'. */
export const listIn = (language: Language, items: readonly string[]): string =>
  items.join(language === 'zh' ? '、' : ', ')

/** What is said of one thing, part after part: 'Tuition, Dance A'. Empty parts are left out. */
export const partsIn = (language: Language, parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter(Boolean).join(language === 'zh' ? '，' : ', ')
