/**
 * The environment variable that tells one of several processes its number. A process that replaces another gets the
 * same number.
 */
export const processNumber = 'LANTERN_PROCESS'
