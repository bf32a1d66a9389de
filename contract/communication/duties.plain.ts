import { dutyExempts } from '../settings.plain.ts'

/** Why a family owes no duty: the office exempted it, or it belongs to a group that the school exempts. */
export const dutyReasons = ['office', ...dutyExempts] as const
/** Families that still owe duty, families that have done theirs, and families that owe none. */
export const dutyViews = ['owing', 'done', 'exempt'] as const
export const dutySorts = ['name', 'owed', 'worked', 'planned'] as const
