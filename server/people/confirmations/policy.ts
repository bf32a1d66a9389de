import { sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, type Scope, scope, scopeOf } from '#server/platform/scope.ts'
import { ofMyHouseholds } from '#server/people/students/policy.ts'

/** Rounds and confirmations are visible to the office only. */
export const visibleConfirmations = (actor: Actor): Scope<'confirmations'> =>
  scope('confirmations', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Confirmations asked of the actor's own families, regardless of their other roles. */
export const myConfirmations = (actor: Actor): Scope<'confirmations'> =>
  scopeOf('confirmations', ofMyHouseholds(actor, sql`confirmations.household_id`))
