export const retained = ['drafts', 'mails', 'addresses', 'signIns', 'operations'] as const
/** Records of money are kept for so many years at least, whatever else is chosen; nothing removes them. */
export const moneyYears = 7

/**
 * What may put a student ahead in line: `sibling`, a child of the household sits in the class or in the same programme
 * of the term; `returning`, the student sat in a class of an earlier term; `staff`, a guardian works at the school.
 */
export const waitingPriorities = ['sibling', 'returning', 'staff'] as const

/** Whether families leave and change classes without the office. */
export const familyLeaving = ['always', 'tiers', 'never'] as const
/**
 * What of the old class goes back on a transfer: all that is not `unused` by the same measure that prices the new one,
 * or by the `tiers` of leaving.
 */
export const transferRules = ['unused', 'tiers'] as const
