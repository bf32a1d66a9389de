/** Who may owe no duty because of what they already are to the school, in the order in which it is said of a family. */
export const dutyExempts = ['officers', 'staff', 'roomParents', 'adults'] as const
/** Why a family owes no duty: the office let it off itself, or it is one of those that the school exempts. */
export const dutyReasons = ['office', ...dutyExempts] as const
/** Families that still owe, that have done what they owe, and that owe nothing. */
export const dutyViews = ['owing', 'done', 'exempt'] as const
export const dutySorts = ['name', 'owed', 'worked', 'planned'] as const
/** The largest number of points that a year or a shift may count. */
export const mostDutyPoints = 1000
