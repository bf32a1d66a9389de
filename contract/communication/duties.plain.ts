import { dutyExempts } from '../settings.plain.ts'

/** Why a family owes no duty: the office let it off itself, or it is one of those that the school exempts. */
export const dutyReasons = ['office', ...dutyExempts] as const
/** Families that still owe, that have done what they owe, and that owe nothing. */
export const dutyViews = ['owing', 'done', 'exempt'] as const
export const dutySorts = ['name', 'owed', 'worked', 'planned'] as const
