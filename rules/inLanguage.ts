/** A text in the reader's language, or in the other one if it is written only there. */
export const textIn = (language: string, english: string, native: string): string =>
  language === 'zh' ? native || english : english || native

/** The language's tag for browsers, search engines and Intl. */
export const tagOf = (language: string): string => (language === 'zh' ? 'zh-Hans' : language)
