import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { isCurrent } from './acts.ts'

/** What the school asks for now is for everybody to read. */
export const currentPolicies: Scope<'policies'> = scopeOf('policies', isCurrent)

/** The office keeps up all of them, also those that it has put away. */
export const keptPolicies = (actor: Actor): Scope<'policies'> =>
  scope('policies', actor, { admin: everything, parent: nothing, teacher: nothing })
