/** The files of a message that is being written: those uploaded, and whether others are still being uploaded. */
export type Enclosed = { fileIds: string[]; isBusy: boolean }
export const nothingEnclosed: Enclosed = { fileIds: [], isBusy: false }
