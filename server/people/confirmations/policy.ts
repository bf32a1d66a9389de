import { sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, type Scope, scope, scopeOf } from '#server/platform/scope.ts'
import { ofMyHouseholds } from '#server/people/students/policy.ts'

/** Rounds and who has confirmed are the office's business. */
export const visibleConfirmations = (actor: Actor): Scope<'confirmations'> =>
  scope('confirmations', actor, { admin: everything, parent: nothing, teacher: nothing })

/** What the actor's own families are asked, whatever other roles they hold. */
export const myConfirmations = (actor: Actor): Scope<'confirmations'> =>
  scopeOf('confirmations', ofMyHouseholds(actor, sql`confirmations.household_id`))
