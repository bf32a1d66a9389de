import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'

/** The office exchanges the whole roster; nobody else does. */
export const exchangedRoster = (actor: Actor): Scope<'roster'> =>
  scope('roster', actor, { admin: everything, parent: nothing, teacher: nothing })

/** What everybody hears, the office and programs alike, while the school does not use OneRoster. */
export const switchedOff = 'The school has switched OneRoster off.'

/** A program with a token reads the whole roster; which parts of it, its scopes say. */
export const rosterOfProgram: Scope<'roster'> = scopeOf('roster', everything)

/** A school that takes everything along takes the whole roster. */
export const wholeRoster: Scope<'roster'> = scopeOf('roster', everything)
