/**
 * An adult's name and contact details: what the office asks of a guardian, and what a family enters for another
 * guardian, for the office to approve.
 */
export const adultFields = ['name', 'nativeName', 'email', 'phone'] as const
/** The categories of email. Emergencies are always emailed, and everything can always be read in the application. */
export const mailCategories = ['notices', 'messages', 'homework', 'attendance', 'payments', 'events'] as const
export const mailChoices = ['instant', 'off'] as const

/** Changes for which a family must ask the office, because someone's safety or rights depend on them. */
export const changeKinds = ['child', 'rights', 'guardian', 'guardian-add', 'guardian-remove', 'household'] as const
export const changeStatuses = ['filed', 'approved', 'declined', 'withdrawn'] as const
export type ChangeStatus = (typeof changeStatuses)[number]
/** The office answers a request, the requester withdraws it. An answer is final. */
export const changeRequestMoves: Record<ChangeStatus, readonly ChangeStatus[]> = {
  filed: ['approved', 'declined', 'withdrawn'],
  approved: [],
  declined: [],
  withdrawn: [],
}
