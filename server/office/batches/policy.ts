import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'

/** Only the office sees what was done to many records at once; what of it one may undo is up to the area. */
export const visibleBatches = (actor: Actor): Scope<'batches'> =>
  scope('batches', actor, { admin: everything, parent: nothing, teacher: nothing })
