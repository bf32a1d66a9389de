/** A person as one of those whom the school knows; `id` is that of the record to open. */
export const foundKinds = ['student', 'guardian', 'teacher', 'user'] as const
export const userSorts = ['name', 'email', 'lastSignIn'] as const
/** Where somebody finds what the school's screens show of them, as one file. */
export const ownDataPath = '/files/my-data.zip'
