export const retained = ['drafts', 'mails', 'addresses', 'signIns', 'operations'] as const
/** Records of money are kept for so many years at least, whatever else is chosen; nothing removes them. */
export const moneyYears = 7
