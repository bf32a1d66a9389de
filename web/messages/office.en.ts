/** Words of the school office's screens: one group of keys per screen or slice. */
export const messages = {} as const
