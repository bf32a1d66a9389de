/**
 * Who an adult is and how they are reached: what the office asks of a guardian, and a family of another guardian, about
 * whom the office decides.
 */
export const adultFields = ['name', 'nativeName', 'email', 'phone'] as const
/** What letters are about. Emergencies are always sent, and everything always stands in the application. */
export const mailCategories = ['notices', 'messages', 'homework', 'attendance', 'payments', 'events'] as const
export const mailChoices = ['instant', 'off'] as const

/** What a family asks the office to change, because somebody's safety or rights hang on it. */
export const changeKinds = ['child', 'rights', 'guardian', 'guardian-add', 'guardian-remove', 'household'] as const
export const changeStatuses = ['filed', 'approved', 'declined', 'withdrawn'] as const
export type ChangeStatus = (typeof changeStatuses)[number]
/** The office answers, the asker withdraws; an answer is final. */
export const changeRequestMoves: Record<ChangeStatus, readonly ChangeStatus[]> = {
  filed: ['approved', 'declined', 'withdrawn'],
  approved: [],
  declined: [],
  withdrawn: [],
}
