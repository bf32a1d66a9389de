import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Id, sealedText, Text } from '../values.ts'
import { relationships } from './students.plain.ts'

export const Relationship = z.enum(relationships)

/** A person to call when no guardian of a household answers. */
export const EmergencyContact = z.object({ id: Id, name: z.string(), phone: z.string(), relationship: z.string() })
export type EmergencyContact = z.infer<typeof EmergencyContact>

/** A household that a student belongs to, with its guardians' relationships to this student. */
export const StudentHome = z.object({
  householdId: Id,
  name: z.string(),
  nativeName: z.string(),
  /** True when this household is charged for the student. */
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
  /**
   * Contacts who are blocked from picking up the child today have no phone number, so that nobody calls them about it.
   */
  contacts: z.array(z.object({ ...EmergencyContact.shape, isBarred: z.boolean() })),
})
export type StudentHome = z.infer<typeof StudentHome>

export const studentHomes = {
  /** The households of all of a student's guardians, the one that is charged first, and the office's custody note. */
  'students-homes': read({
    by: ['admin'],
    input: z.object({ id: Id }),
    output: z.object({
      custodyNote: sealedText(z.string()),
      /** True while the office still has to decide what the note means. */
      isCustodyOpen: z.boolean(),
      homes: z.array(StudentHome),
    }),
  }),
  /**
   * Changes the office's custody note, which nobody else reads; an empty note removes it. `isDecided`: the meaning of
   * the note has been decided, and it leaves the work queue.
   */
  'students-changeCustody': write({
    by: ['admin'],
    input: z.object({ id: Id, note: sealedText(Text), isDecided: z.optional(z.literal(true)) }),
    output: z.object({ id: Id }),
  }),
}
