/** The files of a message that is being written: those that have arrived, and whether some are still on their way. */
export type Enclosed = { fileIds: string[]; isBusy: boolean }
export const nothingEnclosed: Enclosed = { fileIds: [], isBusy: false }
