import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'

/**
 * All families' duties are visible to the office only. A family's own are reached through its households
 * (parents/policy.ts).
 */
export const owedHouseholds = (actor: Actor): Scope<'households'> =>
  scope('households', actor, { admin: everything, parent: nothing, teacher: nothing })
