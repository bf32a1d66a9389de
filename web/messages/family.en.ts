/** Words of the parents' screens: one group of keys per screen or slice. */
export const messages = {} as const
