export const retained = ['drafts', 'mails', 'addresses', 'signIns', 'operations'] as const
/** The fewest years for which records of money are kept, whatever else is chosen; nothing removes them. */
export const moneyYears = 7

/**
 * What may put a student ahead on the waitlist: `sibling`, a child of the household is in the class or in the same
 * programme of the term; `returning`, the student sat in a class of an earlier term; `staff`, a guardian works at the
 * school.
 */
export const waitingPriorities = ['sibling', 'returning', 'staff'] as const

/** Whether families leave and change classes without the office. */
export const familyLeaving = ['always', 'tiers', 'never'] as const
/**
 * What of the old class goes back on a transfer: all that is not `unused` by the same measure that prices the new one,
 * or by the `tiers` of leaving.
 */
export const transferRules = ['unused', 'tiers'] as const

/** The discounts that may meet on one tuition, in the order that holds until the school decides otherwise. */
export const stackedRules = ['early', 'staff', 'senior', 'sibling', 'classes', 'scholarship', 'promo'] as const
export type StackedRule = (typeof stackedRules)[number]
/** Whether discounts add up, each taken from what the ones before left, or the largest share counts alone. */
export const stackings = ['all', 'largest'] as const
/** How the late pay less: by steps of weeks, or exactly by the meetings that are left. */
export const prorationModes = ['weeks', 'sessions'] as const

/** Who may owe no duty because of what they already are to the school, in the order in which it is said of a family. */
export const dutyExempts = ['officers', 'staff', 'roomParents', 'adults'] as const
/** The largest number of points that a year or a shift may count. */
export const mostDutyPoints = 1000

/** The most backups that may be kept. */
export const mostBackups = 365

/** How letters reach people: not decided yet, by a mail server, or handed over by the office itself. */
export const mailWays = ['open', 'server', 'hand'] as const

/** What is off, and seen by nobody, until a school switches it on (rules/features.ts). */
export const features = ['trials', 'auditing', 'windows', 'lotteries', 'promoCodes', 'oneroster'] as const
export type Feature = (typeof features)[number]
