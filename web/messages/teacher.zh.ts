import type { Translation } from './catalogue.ts'
import type { messages as english } from './teacher.en.ts'

/** Words of the teachers' screens: one group of keys per screen or slice. */
export const messages: Translation<typeof english> = {}
