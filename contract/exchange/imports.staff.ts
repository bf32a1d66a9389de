import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Id } from '../values.ts'
import { rowAnswers, staffOutcomes } from './imports.plain.ts'
import { RowNote } from './imports.ts'

const Counts = z.record(z.enum(staffOutcomes), z.int())

/** Somebody of a list of staff. */
export const StaffRow = z.object({
  n: z.int(),
  name: z.string(),
  nativeName: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Further numbers and the extension. */
  otherPhones: z.string(),
  /** What the sheet says that they do. */
  role: z.string(),
  startsOn: z.nullable(z.string()),
  outcome: z.enum(staffOutcomes),
  /** Who on file is meant, or may be, where that is asked. */
  person: z.nullable(z.object({ id: Id, name: z.string(), nativeName: z.string(), email: z.string() })),
  answer: z.nullable(z.enum(rowAnswers)),
  problems: z.array(RowNote),
  notes: z.array(RowNote),
})
export type StaffRow = z.infer<typeof StaffRow>

/** Teachers from a list of staff. */
export const importedStaff = {
  /** What importing a draft that lists staff would do, row by row. */
  'imports-staff': read({
    by: ['admin'],
    isFresh: true,
    input: z.object({ id: Id }),
    output: z.object({ rows: z.array(StaffRow), counts: Counts }),
  }),
  /**
   * Makes teachers of a draft's new people, and of those on file by their address, all or nothing, as one batch.
   * `counts` is what the office has seen: where the school has changed meanwhile it is refused (IMPORT_CHANGED). Nobody
   * gets into the office by it, and nobody is written to.
   */
  'imports-applyStaff': write({
    by: ['admin'],
    input: z.object({ id: Id, counts: Counts }),
    output: z.object({ id: Id, batchId: Id, teachers: z.int() }),
  }),
}
