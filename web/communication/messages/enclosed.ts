/** The files of a message that is being written: those uploaded, and whether others aren't uploaded yet. */
export type Enclosed = { fileIds: string[]; isUnfinished: boolean }
export const nothingEnclosed: Enclosed = { fileIds: [], isUnfinished: false }
