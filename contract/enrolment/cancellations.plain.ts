/** What is called off: a school day, one lesson of one class, or a class for good. */
export const cancellationKinds = ['day', 'lesson', 'class'] as const
/** What comes instead: the same lessons on another day, money back for each, or nothing. */
export const remedies = ['makeUp', 'credit', 'none'] as const
/** What speaks against a day for making lessons up: it is shown, and the office decides. */
export const clashKinds = ['closure', 'term', 'room', 'teacher'] as const
/** What goes back of a class that is called off after it has begun: everything, or the lessons that are left. */
export const closingBacks = ['all', 'left'] as const
