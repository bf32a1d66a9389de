import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { ofMyHouseholds } from '#server/people/students/policy.ts'
import { households } from '#server/people/parents/tables.ts'
import { cardCheckouts } from './tables.ts'

/** Card payments of the actor's households; the office sees all. */
export const visibleCheckouts = (actor: Actor): Scope<'cardCheckouts'> =>
  scope('cardCheckouts', actor, {
    admin: everything,
    parent: ofMyHouseholds(actor, cardCheckouts.householdId),
    teacher: nothing,
  })

/** Card payments of the actor's own households only, whatever other roles they hold. */
export const myCheckouts = (actor: Actor): Scope<'cardCheckouts'> =>
  scope('cardCheckouts', actor, {
    admin: nothing,
    parent: ofMyHouseholds(actor, cardCheckouts.householdId),
    teacher: nothing,
  })

/** Households for which the actor may pay: their own. */
export const payableHouseholds = (actor: Actor): Scope<'households'> =>
  scope('households', actor, { admin: nothing, parent: ofMyHouseholds(actor, households.id), teacher: nothing })

/** Every card payment, for the provider's signed events and what follows from them. */
export const everyCheckout: Scope<'cardCheckouts'> = scopeOf('cardCheckouts', everything)

/** Every household, for the same purpose. */
export const everyHousehold: Scope<'households'> = scopeOf('households', everything)
