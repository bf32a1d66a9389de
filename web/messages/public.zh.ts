import type { Translation } from './catalogue.ts'
import type { messages as english } from './public.en.ts'

/** Words of the pages that everybody may open, and of registration and set-up. */
export const messages: Translation<typeof english> = {}
