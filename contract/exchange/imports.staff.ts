import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Id } from '../values.ts'
import { rowAnswers, staffOutcomes } from './imports.plain.ts'
import { RowNote } from './imports.ts'

const Counts = z.record(z.enum(staffOutcomes), z.int())

/** A person in a staff list. */
export const StaffRow = z.object({
  n: z.int(),
  name: z.string(),
  nativeName: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Further numbers and extensions. */
  otherPhones: z.string(),
  /** What they do, according to the sheet. */
  role: z.string(),
  startsOn: z.nullable(z.string()),
  outcome: z.enum(staffOutcomes),
  /** The person on file who is or may be meant, where that is a question. */
  person: z.nullable(z.object({ id: Id, name: z.string(), nativeName: z.string(), email: z.string() })),
  answer: z.nullable(z.enum(rowAnswers)),
  problems: z.array(RowNote),
  notes: z.array(RowNote),
})
export type StaffRow = z.infer<typeof StaffRow>

/** Teachers from a list of staff. */
export const importedStaff = {
  /** What importing a draft with a staff list would do, row by row. */
  'imports-staff': read({
    by: ['admin'],
    isFresh: true,
    input: z.object({ id: Id }),
    output: z.object({ rows: z.array(StaffRow), counts: Counts }),
  }),
  /**
   * Creates teachers from a draft's new people, and from people on file with the same address, all or nothing, as one
   * batch. `counts` is what the office saw; when the school has changed since, the call is refused (IMPORT_CHANGED).
   * Gives no one access to the office and sends no email.
   */
  'imports-applyStaff': write({
    by: ['admin'],
    input: z.object({ id: Id, counts: Counts }),
    output: z.object({ id: Id, batchId: Id, teachers: z.int() }),
  }),
}
