/** The languages of the screens. */
export const languages = ['en', 'zh'] as const
/** Crayons, one per class (look, section 3). */
export const crayons = ['leaf', 'sky', 'plum', 'coral', 'marigold', 'teal', 'berry', 'slate'] as const

/** What an email address looks like, in screens as in the contract. */
export const emailPattern =
  /^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$/
export const mostEmailLength = 254

/** How a student takes part in a class. `audit`: without marks, at its own price. */
export const enrolmentTypes = ['regular', 'audit'] as const
export type EnrolmentType = (typeof enrolmentTypes)[number]
