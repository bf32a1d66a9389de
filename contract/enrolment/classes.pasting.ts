import * as z from 'zod/mini'
import { write } from '../callable.ts'
import { Cents, Id, Line, offRecord, OptionalLine, within } from '../values.ts'
import { classBounds } from './classes.bounds.plain.ts'
import { pasteFields, pasteLimits } from './classes.pasting.plain.ts'

const Cell = z.string().check(z.maxLength(pasteLimits.cell, 'long'))

/** How many of each there are, or would be. */
const PasteCounts = z.object({
  programmes: z.int(),
  courses: z.int(),
  rooms: z.int(),
  teachers: z.int(),
  classes: z.int(),
})

/** Classes of a term from the rows of a spreadsheet. */
export const classPasting = {
  /**
   * Creates the classes of pasted rows as drafts, with the courses, rooms and teachers they need, all or nothing, in
   * one batch that can be undone. The rows are interpreted again by the same rules as on the screen: `counts` is what
   * the office saw, and when the school has changed since, the call is refused (IMPORT_CHANGED). Sends no email.
   */
  'classes-paste': write({
    by: ['admin'],
    input: z.object({
      termId: Id,
      columns: z.array(z.enum(pasteFields)).check(z.minLength(1, 'required'), z.maxLength(pasteLimits.columns, 'many')),
      rows: offRecord(
        z
          .array(z.array(Cell).check(z.maxLength(pasteLimits.columns, 'many')))
          .check(z.minLength(1, 'required'), z.maxLength(pasteLimits.rows, 'many')),
      ),
      /** The programme of new courses whose row names none. */
      programme: OptionalLine,
      /** The defaults for rows without a number of their own. */
      capacity: z.nullable(within(classBounds.capacity, 'capacity')),
      tuitionCents: z.nullable(Cents.check(z.minimum(classBounds.cents.from, 'amount'))),
      counts: PasteCounts,
    }),
    output: z.object({ ids: z.array(Id), batchId: Id, counts: PasteCounts, term: Line }),
  }),
}
