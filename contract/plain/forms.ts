export const fieldKinds = ['text', 'long', 'choice', 'several', 'yesno', 'day', 'number'] as const
/** Whom a field is about: each student, the family, or one registration of the family for a term. */
export const fieldAbouts = ['student', 'household', 'registration'] as const
export const mostOptions = 40
