/** Words of the teachers' screens: one group of keys per screen or slice. */
export const messages = {} as const
