export const retained = ['drafts', 'mails', 'addresses', 'signIns', 'operations'] as const
/** The minimum number of years for which money records are kept, regardless of other settings. Nothing removes them. */
export const moneyYears = 7

/**
 * Priorities on the waitlist. `sibling`: a child of the household is in the class or in the same programme of the term;
 * `returning`: the student was in a class of an earlier term; `staff`: a guardian works at the school.
 */
export const waitingPriorities = ['sibling', 'returning', 'staff'] as const

/** When families may leave and transfer without the office: always, while a refund tier applies, or never. */
export const familyLeaving = ['always', 'tiers', 'never'] as const
/**
 * What is refunded for the old class on a transfer: with `unused` the unused part, measured as for the price of the new
 * class; with `tiers` the share of the refund tiers.
 */
export const transferRules = ['unused', 'tiers'] as const

/** The discounts that can apply to one tuition, in the default order. */
export const stackedRules = ['early', 'staff', 'senior', 'sibling', 'classes', 'scholarship', 'promo'] as const
export type StackedRule = (typeof stackedRules)[number]
/** `all`: discounts add up, each taken from what the previous ones left. `largest`: only the largest counts. */
export const stackings = ['all', 'largest'] as const
/** How tuition is prorated for joining late: by steps of weeks, or exactly by the remaining meetings. */
export const prorationModes = ['weeks', 'sessions'] as const

/**
 * Groups that can be exempt from duty because of what they do for the school. A family in several groups gets the first
 * as its reason.
 */
export const dutyExempts = ['officers', 'staff', 'roomParents', 'adults'] as const
/** The maximum number of points of a year or a shift. */
export const mostDutyPoints = 1000

/** The maximum number of backups to keep. */
export const mostBackups = 365

/** How emails reach people: undecided, through a mail server, or handed over by the office. */
export const mailWays = ['open', 'server', 'hand'] as const

/** Features that are off and hidden until a school switches them on (rules/features.ts). */
export const features = ['trials', 'auditing', 'windows', 'lotteries', 'promoCodes', 'oneroster'] as const
export type Feature = (typeof features)[number]
