import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'

/** Cancellations with their amounts, for the office only; families and teachers see their own lessons. */
export const workedCancellations = (actor: Actor): Scope<'cancellations'> =>
  scope('cancellations', actor, { admin: everything, parent: nothing, teacher: nothing })
