import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'

/** Batches, for the office only; which of them a member may undo depends on their area. */
export const visibleBatches = (actor: Actor): Scope<'batches'> =>
  scope('batches', actor, { admin: everything, parent: nothing, teacher: nothing })
