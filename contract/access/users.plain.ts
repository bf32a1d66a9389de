/** A person as one of those whom the school knows; `id` is that of the record to open. */
export const foundKinds = ['student', 'guardian', 'teacher', 'user'] as const
export const userSorts = ['name', 'email', 'lastSignIn'] as const
