import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'

/** What every family owes is the office's business; a family's own is reached by its households (parents/policy.ts). */
export const owedHouseholds = (actor: Actor): Scope<'households'> =>
  scope('households', actor, { admin: everything, parent: nothing, teacher: nothing })
