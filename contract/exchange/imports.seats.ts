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
  /** The class as the row names it. A choice applies to all rows that name it the same way. */
  wanted: z.string(),
  section: z.nullable(Class),
  /** Classes that may be meant, likeliest first. */
  suggestions: z.array(Class),
  state: z.enum(seatStates),
})
export type SeatRow = z.infer<typeof SeatRow>

const Wanted = { id: Id, termId: Id }
const wanted = z.string().check(z.maxLength(sheetLimits.cell))
/** The office's choice for rows whose class is unclear: the class, or null for none. */
const Choice = z.object({ wanted, sectionId: z.nullable(Id) })

/** Class places from a sheet that names students and their classes. */
export const importedSeats = {
  /**
   * Which students of a draft would be enrolled in which classes of a term, row by row, by the rules of the office's
   * form.
   */
  'imports-seats': read({
    by: ['admin'],
    isFresh: true,
    input: z.object(Wanted),
    output: z.object({ rows: z.array(SeatRow), classes: z.array(Class), choices: z.array(Choice), counts: Counts }),
  }),
  /**
   * Chooses the class for all rows that name it the same way; without `sectionId` the choice is removed. Stored with
   * the draft.
   */
  'imports-chooseClass': write({
    by: ['admin'],
    input: z.object({ ...Wanted, wanted, sectionId: z.optional(z.nullable(Id)) }),
    output: Nothing,
  }),
  /**
   * Enrolls the students of a draft, or waitlists them where a class is full, with the invoices that follow, all or
   * nothing, as one batch. `counts` is what the office saw; when the school has changed since, the call is refused
   * (IMPORT_CHANGED). Sends no email.
   */
  'imports-enrol': write({
    by: ['admin'],
    input: z.object({ ...Wanted, counts: Counts }),
    output: z.object({ id: Id, batchId: Id, seats: z.int(), waiting: z.int(), totalCents: z.int() }),
  }),
}
