import type { Language } from '#contract/values.ts'

export type { Language }

/** The same list as in the contract, which the browser doesn't load because it would bring in all schemas. */
export const languages = ['en', 'zh'] as const satisfies readonly Language[]

/** Each language in its own name. */
export const languageNames: Record<Language, string> = { en: 'English', zh: '中文' }
