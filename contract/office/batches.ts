import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Id, Instant, ListInput, Nothing, page } from '../values.ts'

/** Something that was done to many records at once. */
export const Batch = z.object({
  id: Id,
  /** The function that did it. */
  kind: z.string(),
  /** How many things it was about. */
  n: z.int(),
  /** A short text such as the name of a file; may be empty. */
  detail: z.string(),
  actor: z.string(),
  at: Instant,
  undoneAt: z.nullable(Instant),
  undoneBy: z.string(),
  /** Whether the caller may take it back now: it is not older than 24 hours, and within their area. */
  mayUndo: z.boolean(),
})
export type Batch = z.infer<typeof Batch>

export const batches = {
  /** What was done to many records at once, the newest first. */
  'batches-list': read({ by: ['admin'], input: ListInput, output: page(Batch) }),
  /**
   * Takes back all that one batch wrote: after 24 hours `UNDO_TOO_LATE`, after a second press `MOVE_NOT_ALLOWED`, and
   * `CHANGED_SINCE` when somebody has changed or built upon a part of it.
   */
  'batches-undo': write({ by: ['admin'], input: z.object({ id: Id }), output: Nothing }),
}
