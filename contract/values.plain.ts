/** The languages of the screens. */
export const languages = ['en', 'zh'] as const
/** Crayons, one per class (look, section 3). */
export const crayons = ['leaf', 'sky', 'plum', 'coral', 'marigold', 'teal', 'berry', 'slate'] as const

/** How a student takes part in a class. `audit`: without marks, at its own price. */
export const enrolmentTypes = ['regular', 'audit'] as const
export type EnrolmentType = (typeof enrolmentTypes)[number]
