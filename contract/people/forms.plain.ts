export const fieldKinds = ['text', 'long', 'choice', 'several', 'yesno', 'day', 'number'] as const
/**
 * The subject of a field: each student, the family, one registration of a family for a term, or a student in a class,
 * which is asked once the class is chosen.
 */
export const fieldAbouts = ['student', 'household', 'registration', 'class'] as const
export const mostOptions = 40
