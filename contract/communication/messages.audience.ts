import * as z from 'zod/mini'
import { Id } from '../values.ts'

/**
 * One part of an audience. An audience is everyone its parts reach, each person once. Families are only ever reached
 * through guardians with access to the student's data.
 */
export const AudiencePart = z.union([
  /** All families with a student in a class of a current term, all teachers, and the office. */
  z.object({ kind: z.literal('everyone') }),
  /** Everyone with one role: families, teachers or the office. */
  z.object({ kind: z.literal('role'), role: z.enum(['parent', 'teacher', 'admin']) }),
  /** The families of one class. */
  z.object({ kind: z.literal('class'), sectionId: Id }),
  /** Families with a student in a class of this level in a current term. */
  z.object({ kind: z.literal('level'), level: z.int().check(z.minimum(0), z.maximum(100)) }),
  /** Families with a student in a class of this programme in a current term. */
  z.object({ kind: z.literal('programme'), programmeId: Id }),
  /** Families with an overdue balance. */
  z.object({ kind: z.literal('unpaid') }),
  /** One family. */
  z.object({ kind: z.literal('household'), householdId: Id }),
  /** One person. */
  z.object({ kind: z.literal('person'), personId: Id }),
])
export type AudiencePart = z.infer<typeof AudiencePart>
export const Audience = z.array(AudiencePart).check(z.minLength(1, 'required'), z.maxLength(100, 'many'))
export type Audience = z.infer<typeof Audience>
