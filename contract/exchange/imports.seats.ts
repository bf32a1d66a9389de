import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Id, Nothing } from '../values.ts'
import { seatStates, sheetLimits } from './imports.plain.ts'

const Class = z.object({
  id: Id,
  name: z.string(),
  nativeName: z.string(),
  weekday: z.int(),
  startsAt: z.string(),
})
const Counts = z.record(z.enum(seatStates), z.int())

/** A place in a class that a row of a sheet asks for. */
export const SeatRow = z.object({
  n: z.int(),
  child: z.string(),
  /** What the row says of the class; a choice goes for all rows that say the same. */
  wanted: z.string(),
  section: z.nullable(Class),
  /** Classes that may be meant, the likeliest first. */
  suggestions: z.array(Class),
  state: z.enum(seatStates),
})
export type SeatRow = z.infer<typeof SeatRow>

const Wanted = { id: Id, termId: Id }
const wanted = z.string().check(z.maxLength(sheetLimits.cell))
/** What the office says of rows whose class isn't plain: which one it is, or null for none. */
const Choice = z.object({ wanted, sectionId: z.nullable(Id) })

/** Places in classes from a sheet that names students and their classes. */
export const importedSeats = {
  /** Which students of a draft would come into which classes of a term, row by row, by the rules of the office's form. */
  'imports-seats': read({
    by: ['admin'],
    isFresh: true,
    input: z.object(Wanted),
    output: z.object({ rows: z.array(SeatRow), classes: z.array(Class), choices: z.array(Choice), counts: Counts }),
  }),
  /** Says which class all rows mean that say the same of it; without `sectionId` it is asked again. Kept with the draft. */
  'imports-chooseClass': write({
    by: ['admin'],
    input: z.object({ ...Wanted, wanted, sectionId: z.optional(z.nullable(Id)) }),
    output: Nothing,
  }),
  /**
   * Puts students of a draft into classes, or in line where they are full, with the invoices that follow, all or
   * nothing, as one batch. `counts` is what the office has seen: where the school has changed meanwhile it is refused
   * (IMPORT_CHANGED). Nobody is written to.
   */
  'imports-enrol': write({
    by: ['admin'],
    input: z.object({ ...Wanted, counts: Counts }),
    output: z.object({ id: Id, batchId: Id, seats: z.int(), waiting: z.int(), totalCents: z.int() }),
  }),
}
