import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { ofMyHouseholds, visibleHouseholds } from '#server/people/students/policy.ts'
import { payments } from './tables.ts'

/** Ledgers in scope: the office sees all, a guardian those of their households, a teacher none. */
export const visibleLedgers = (actor: Actor): Scope<'households'> => visibleHouseholds(actor)

/** Payments of those ledgers; anyone who may see a payment may have its receipt. */
export const visiblePayments = (actor: Actor): Scope<'payments'> =>
  scope('payments', actor, { admin: everything, parent: ofMyHouseholds(actor, payments.householdId), teacher: nothing })

/** Payments of the whole school, as lists and files, for the office only. */
export const officePayments = (actor: Actor): Scope<'payments'> =>
  scope('payments', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Charges that the actor may reverse: the office all, everyone else none. */
export const correctableCharges = (actor: Actor): Scope<'charges'> =>
  scope('charges', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Charge runs, for the office only. */
export const visibleRuns = (actor: Actor): Scope<'chargeRuns'> =>
  scope('chargeRuns', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Ledgers and balances as tables to download, for the office only. */
export const officeLedgers = (actor: Actor): Scope<'households'> =>
  scope('households', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Every account, for signed events of the card provider, which no person sends. */
export const everyLedger: Scope<'households'> = scopeOf('households', everything)

/** Every payment, for the same purpose. */
export const everyPayment: Scope<'payments'> = scopeOf('payments', everything)
