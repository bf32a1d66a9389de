/** Words of the pages that everybody may open, and of registration and set-up. */
export const messages = {} as const
