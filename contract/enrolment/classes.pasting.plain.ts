/** What a column of pasted classes may hold. `ignore` columns are left out. */
export const pasteFields = [
  'ignore',
  'class',
  'native',
  'course',
  'programme',
  'level',
  'teacher',
  'email',
  'room',
  'day',
  'time',
  'starts',
  'ends',
  'capacity',
  'minimum',
  'fee',
  'books',
  'ages',
  'ageFrom',
  'ageTo',
] as const
export type PasteField = (typeof pasteFields)[number]

/** The largest sheet to paste, and the longest cell in characters: enough for a school's classes of a term. */
export const pasteLimits = { rows: 300, columns: 40, cell: 500 } as const
