/** The variable by which one of several processes knows its number; one that follows another has the same. */
export const processNumber = 'LANTERN_PROCESS'
