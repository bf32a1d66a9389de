/** Whom registration opens for, the narrowest first; everybody belongs to `all`. */
export const audiences = ['staff', 'current', 'all'] as const
/** Whom the office can name by address, beside those whom the school's records tell. */
export const namedAudiences = ['staff', 'current'] as const
