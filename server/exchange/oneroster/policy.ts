import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'

/** The office exchanges the whole roster; nobody else does. */
export const exchangedRoster = (actor: Actor): Scope<'roster'> =>
  scope('roster', actor, { admin: everything, parent: nothing, teacher: nothing })

/** A program with a token reads the whole roster; which parts of it, its scopes say. */
export const rosterOfProgram: Scope<'roster'> = scopeOf('roster', everything)
