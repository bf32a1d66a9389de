import * as z from 'zod/mini'
import { write } from '../callable.ts'
import { Cents, Id, Line, offRecord, OptionalLine, within } from '../values.ts'
import { classBounds } from './classes.bounds.plain.ts'
import { pasteFields, pasteLimits } from './classes.pasting.plain.ts'

const Cell = z.string().check(z.maxLength(pasteLimits.cell, 'long'))

/** How many there are, or would be, of each thing. */
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
   * Makes the classes of pasted rows as drafts, with the courses, rooms and teachers they need, all or nothing, in one
   * step that can be undone. What the rows mean is read again by the same rule as on the screen: `counts` is what the
   * office has seen, and where the school has changed meanwhile it is refused (IMPORT_CHANGED). No mail is sent.
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
      /** The program of new courses whose row names none. */
      programme: OptionalLine,
      /** For rows without a number of their own. */
      capacity: z.nullable(within(classBounds.capacity, 'capacity')),
      tuitionCents: z.nullable(Cents.check(z.minimum(classBounds.cents.from, 'amount'))),
      counts: PasteCounts,
    }),
    output: z.object({ ids: z.array(Id), batchId: Id, counts: PasteCounts, term: Line }),
  }),
}
