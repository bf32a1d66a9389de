/** Languages of the screens. */
export const languages = ['en', 'zh'] as const
/** Crayons, one per class (look, section 3). */
export const crayons = ['leaf', 'sky', 'plum', 'coral', 'marigold', 'teal', 'berry', 'slate'] as const

/** How somebody takes part in a class. `audit`: without marks, for a price of its own. */
export const enrolmentTypes = ['regular', 'audit'] as const
export type EnrolmentType = (typeof enrolmentTypes)[number]
/** `trial`: one date to see whether the class is right; `day`: a single day, and no more is meant. */
export const visitKinds = ['trial', 'day'] as const

/** Attendance codes in the order in which a tap on a tile goes through them. */
export const attendanceCodes = ['present', 'late', 'absent', 'excused', 'left-early'] as const
/** Why a family reports an absence, and what becomes of it. */
export const absenceReasons = ['ill', 'family', 'travel', 'religious', 'other'] as const
export const absenceStatuses = ['filed', 'acknowledged', 'declined', 'withdrawn'] as const
