import { studentFacts } from '../studentFields.plain.ts'

/** Of whom or what a family's record speaks. */
export const recordParts = ['household', 'guardian', 'child', 'contact', 'pickUp'] as const
/** The facts that a family looks through, by part. */
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
