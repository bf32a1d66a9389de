import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { isCurrent } from './acts.ts'

/** Anyone may read the policies that the school asks for now. */
export const currentPolicies: Scope<'policies'> = scopeOf('policies', isCurrent)

/** The office manages all policies, including archived ones. */
export const keptPolicies = (actor: Actor): Scope<'policies'> =>
  scope('policies', actor, { admin: everything, parent: nothing, teacher: nothing })
