export const studentViews = ['everyone', 'active', 'waiting', 'left', 'archived'] as const
export const studentSorts = ['name', 'guardian', 'born', 'grade', 'attendance', 'balance'] as const
