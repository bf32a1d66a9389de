import { studentFacts } from '../studentFields.plain.ts'

/** The parts of a family's record. */
export const recordParts = ['household', 'guardian', 'child', 'contact', 'pickUp'] as const
/** The facts that a family reviews, by part. */
export const recordFields = [
  ...studentFacts,
  'address',
  'email',
  'phone',
  'relationship',
  'hasDataAccess',
  'mayPickUp',
  'photo',
  'rule',
  'toDay',
] as const
export const roundViews = ['waiting', 'confirmed', 'changed'] as const
