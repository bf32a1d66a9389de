import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Id, sealedText, Text } from '../values.ts'
import { relationships } from './students.plain.ts'

export const Relationship = z.enum(relationships)

/** Somebody to call when no guardian of a household answers. */
export const EmergencyContact = z.object({ id: Id, name: z.string(), phone: z.string(), relationship: z.string() })
export type EmergencyContact = z.infer<typeof EmergencyContact>

/** A household that a student belongs to, with its guardians as they stand to this student. */
export const StudentHome = z.object({
  householdId: Id,
  name: z.string(),
  /** Whether this household gets the student's bill. */
  isBilled: z.boolean(),
  guardians: z.array(
    z.object({
      id: Id,
      name: z.string(),
      nativeName: z.string(),
      phone: z.string(),
      email: z.string(),
      relationship: Relationship,
      hasDataAccess: z.boolean(),
      mayPickUp: z.boolean(),
      contactOrder: z.int(),
    }),
  ),
  /** Without a phone: who is blocked from picking up the child today isn't called about it. */
  contacts: z.array(z.object({ ...EmergencyContact.shape, isBarred: z.boolean() })),
})
export type StudentHome = z.infer<typeof StudentHome>

export const studentHomes = {
  /** Every household of a student's guardians, the one that is billed first, and what the office knows of custody. */
  'students-homes': read({
    by: ['admin'],
    input: z.object({ id: Id }),
    output: z.object({
      custodyNote: sealedText(z.string()),
      /** Whether the office still has to decide what the note means. */
      isCustodyOpen: z.boolean(),
      homes: z.array(StudentHome),
    }),
  }),
  /**
   * Writes the office's note on custody, which nobody else reads; empty takes it away. `isDecided`: what the note means
   * has been decided, and it is off the work queue.
   */
  'students-changeCustody': write({
    by: ['admin'],
    input: z.object({ id: Id, note: sealedText(Text), isDecided: z.optional(z.literal(true)) }),
    output: z.object({ id: Id }),
  }),
}
