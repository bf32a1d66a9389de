import type { Language } from '#contract/values.ts'

export type { Language }

/** The same list as in the contract, which the browser does not load because it would bring all schemas along. */
export const languages = ['en', 'zh'] as const satisfies readonly Language[]

/** Each language in its own name. */
export const languageNames: Record<Language, string> = { en: 'English', zh: '中文' }

/** A language as browsers and search engines name it. */
export const tagOf = (language: Language): string => (language === 'zh' ? 'zh-Hans' : language)
