import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'

/** The whole roster, which only the office exchanges. */
export const exchangedRoster = (actor: Actor): Scope<'roster'> =>
  scope('roster', actor, { admin: everything, parent: nothing, teacher: nothing })

/** The answer to everyone, the office and programs, while the school has OneRoster switched off. */
export const switchedOff = 'The school has switched OneRoster off.'

/** The whole roster, for a program with a token; the token's scopes limit which parts it may read. */
export const rosterOfProgram: Scope<'roster'> = scopeOf('roster', everything)

/** The whole roster, for a school that exports all of its data. */
export const wholeRoster: Scope<'roster'> = scopeOf('roster', everything)
