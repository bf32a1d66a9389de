import type { Translation } from './catalogue.ts'
import type { messages as english } from './family.en.ts'

/** Words of the parents' screens: one group of keys per screen or slice. */
export const messages: Translation<typeof english> = {}
