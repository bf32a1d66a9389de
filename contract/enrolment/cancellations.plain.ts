/** What is canceled: a school day, one lesson of a class, or a class for good. */
export const cancellationKinds = ['day', 'lesson', 'class'] as const
/** The remedy for canceled lessons: a make-up day, a credit for each lesson, or none. */
export const remedies = ['makeUp', 'credit', 'none'] as const
/** What speaks against a make-up day. It is shown, and the office decides. */
export const clashKinds = ['closure', 'term', 'room', 'teacher'] as const
/** What is refunded for a class that is canceled after it has begun: everything, or the remaining lessons. */
export const closingBacks = ['all', 'left'] as const
