/** The kinds of person that a search finds; `id` is that of the record to open. */
export const foundKinds = ['student', 'guardian', 'teacher', 'user'] as const
export const userSorts = ['name', 'email', 'lastSignIn'] as const
/** Where people download everything that the screens show about them, as one file. */
export const ownDataPath = '/files/my-data.zip'
