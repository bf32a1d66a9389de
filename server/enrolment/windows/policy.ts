import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'

/** Addresses named for an audience, for the office only. */
export const keptAddresses = (actor: Actor): Scope<'window_addresses'> =>
  scope('window_addresses', actor, { admin: everything, parent: nothing, teacher: nothing })
