/** Why the days that were still ahead when their term ended have no lessons. */
export const messages = { endedEarly: 'The term ended early.' } as const
