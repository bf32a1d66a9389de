import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'

/** Who counts as an audience by name is the office's business alone. */
export const keptAddresses = (actor: Actor): Scope<'window_addresses'> =>
  scope('window_addresses', actor, { admin: everything, parent: nothing, teacher: nothing })
