import { useLocale } from 'use-intl'
import { textIn } from '#rules/inLanguage.ts'

/** Returns a function that picks a text in the reader's language, or in the other one if it is written only there. */
export const useOwnText = (): ((english: string, native: string) => string) => textIn.bind(null, useLocale())
