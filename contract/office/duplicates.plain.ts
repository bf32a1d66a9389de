import { studentFacts } from '../studentFields.plain.ts'

/** The kinds of record that may be duplicated. An adult is anyone who is not a student. */
export const duplicateKinds = ['household', 'student', 'adult'] as const
/** What two records have in common. */
export const duplicateReasons = [
  'email',
  'phone',
  'name',
  'nativeName',
  'similarName',
  'birthOn',
  'address',
  'guardian',
  'child',
] as const

/** The fields of which a merge keeps one of two values. */
export const mergeFields = [...studentFacts, 'email', 'phone', 'language', 'address', 'household'] as const
/** What is linked to a record, in groups that can be reviewed. */
export const hangingKinds = [
  'guardians',
  'children',
  'classes',
  'waitlist',
  'attendance',
  'grades',
  'homework',
  'absences',
  'charges',
  'payments',
  'messages',
  'events',
  'contacts',
  'pickUps',
  'consents',
  'requests',
  'documents',
  'roles',
  'teaching',
  'settings',
  'work',
] as const
/** Why two records can't be merged: what has to be settled first. */
export const mergeObstacles = ['sameClass', 'kin', 'unseenChild', 'admin'] as const
