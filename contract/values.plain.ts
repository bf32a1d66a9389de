/** Languages of the screens. */
export const languages = ['en', 'zh'] as const
/** Crayons, one per class (look, section 3). */
export const crayons = ['leaf', 'sky', 'plum', 'coral', 'marigold', 'teal', 'berry', 'slate'] as const

/** How somebody takes part in a class. `audit`: without marks, for a price of its own. */
export const enrolmentTypes = ['regular', 'audit'] as const
export type EnrolmentType = (typeof enrolmentTypes)[number]
