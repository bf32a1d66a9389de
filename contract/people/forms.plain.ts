export const fieldKinds = ['text', 'long', 'choice', 'several', 'yesno', 'day', 'number'] as const
/**
 * Whom a field is about: each student, the family, one registration of the family for a term, or a student in a class:
 * asked once the class is chosen.
 */
export const fieldAbouts = ['student', 'household', 'registration', 'class'] as const
export const mostOptions = 40
