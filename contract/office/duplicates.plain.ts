import { studentFacts } from '../studentFields.plain.ts'

/** What may be double in the school's records. An adult is anybody who is no student. */
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
/** What hangs on a record, in groups that a person can look through. */
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
/** Why two records can't become one: what has to be settled first. */
export const mergeObstacles = ['sameClass', 'kin', 'unseenChild', 'admin'] as const
