export const studentViews = ['everyone', 'active', 'waiting', 'new', 'left', 'archived'] as const
export const studentSorts = ['name', 'guardian', 'born', 'grade', 'attendance', 'balance'] as const

/** A guardian's relationship to a student. */
export const relationships = ['mother', 'father', 'grandparent', 'guardian', 'self', 'other'] as const
/** `allow`: the person may pick up a child. `deny`: they are blocked from it. Only the office blocks. */
export const pickUpRules = ['allow', 'deny'] as const
