import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { ofMyHouseholds } from '#server/people/students/policy.ts'
import { households } from '#server/people/parents/tables.ts'
import { cardCheckouts } from './tables.ts'

/** Payments by card of one's own households; the office sees each. */
export const visibleCheckouts = (actor: Actor): Scope<'cardCheckouts'> =>
  scope('cardCheckouts', actor, {
    admin: everything,
    parent: ofMyHouseholds(actor, cardCheckouts.householdId),
    teacher: nothing,
  })

/** Payments by card of one's own households alone, whatever else one is. */
export const myCheckouts = (actor: Actor): Scope<'cardCheckouts'> =>
  scope('cardCheckouts', actor, {
    admin: nothing,
    parent: ofMyHouseholds(actor, cardCheckouts.householdId),
    teacher: nothing,
  })

/** Households for which one may pay: one's own. */
export const payableHouseholds = (actor: Actor): Scope<'households'> =>
  scope('households', actor, { admin: nothing, parent: ofMyHouseholds(actor, households.id), teacher: nothing })

/** Every payment by card, for the provider's signed news and what follows from them. */
export const everyCheckout: Scope<'cardCheckouts'> = scopeOf('cardCheckouts', everything)

/** Every household, likewise. */
export const everyHousehold: Scope<'households'> = scopeOf('households', everything)
