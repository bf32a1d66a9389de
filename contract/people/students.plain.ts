export const studentViews = ['everyone', 'active', 'waiting', 'new', 'left', 'archived'] as const
export const studentSorts = ['name', 'guardian', 'born', 'grade', 'attendance', 'balance'] as const

/** What a guardian is to a student. */
export const relationships = ['mother', 'father', 'grandparent', 'guardian', 'self', 'other'] as const
/** Whether a person may pick up a child, or is blocked from it. Only the office blocks. */
export const pickUpRules = ['allow', 'deny'] as const
