import type { Translation } from './catalogue.ts'
import type { messages as english } from './office.en.ts'

/** Words of the school office's screens: one group of keys per screen or slice. */
export const messages: Translation<typeof english> = {}
