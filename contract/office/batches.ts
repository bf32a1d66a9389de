import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Id, Instant, ListInput, Nothing, page } from '../values.ts'

/** An action that was applied to many records at once. */
export const Batch = z.object({
  id: Id,
  /** The function that was called. */
  kind: z.string(),
  /** The number of records it affected. */
  n: z.int(),
  /** A short text such as a file name; may be empty. */
  detail: z.string(),
  actor: z.string(),
  actorNativeName: z.string(),
  at: Instant,
  undoneAt: z.nullable(Instant),
  undoneBy: z.string(),
  undoneByNativeName: z.string(),
  /** True when the caller may undo it now: it is at most 24 hours old and within their area. */
  mayUndo: z.boolean(),
})
export type Batch = z.infer<typeof Batch>

export const batches = {
  /** Bulk actions, newest first. */
  'batches-list': read({ by: ['admin'], input: ListInput, output: page(Batch) }),
  /**
   * Undoes everything a batch wrote. Refused after 24 hours (`UNDO_TOO_LATE`), when already undone
   * (`MOVE_NOT_ALLOWED`), and when someone has changed or built upon a part of it (`CHANGED_SINCE`).
   */
  'batches-undo': write({ by: ['admin'], input: z.object({ id: Id }), output: Nothing }),
}
