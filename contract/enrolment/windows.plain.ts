/** The audiences that registration opens for, narrowest first; `all` includes everyone. */
export const audiences = ['staff', 'current', 'all'] as const
/** The audiences to which the office can add email addresses, beyond the people that the records show. */
export const namedAudiences = ['staff', 'current'] as const
