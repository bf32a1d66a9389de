import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { ofMyHouseholds, visibleHouseholds } from '#server/people/students/policy.ts'
import { payments } from './tables.ts'

/** Whose ledgers: the office sees every one, a guardian those of their households, a teacher none. */
export const visibleLedgers = (actor: Actor): Scope<'households'> => visibleHouseholds(actor)

/** Payments of those ledgers: who may see one may have its receipt. */
export const visiblePayments = (actor: Actor): Scope<'payments'> =>
  scope('payments', actor, { admin: everything, parent: ofMyHouseholds(actor, payments.householdId), teacher: nothing })

/** Payments of the whole school, as lists and as files: the office's alone. */
export const officePayments = (actor: Actor): Scope<'payments'> =>
  scope('payments', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Charges that one may take back: the office every one, nobody else any. */
export const correctableCharges = (actor: Actor): Scope<'charges'> =>
  scope('charges', actor, { admin: everything, parent: nothing, teacher: nothing })

/** What was charged to several at once is the office's business alone. */
export const visibleRuns = (actor: Actor): Scope<'chargeRuns'> =>
  scope('chargeRuns', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Ledgers and balances as tables to take along: the office's alone. */
export const officeLedgers = (actor: Actor): Scope<'households'> =>
  scope('households', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Every account, for what the provider of card payments says of it: its signed news is nobody's call. */
export const everyLedger: Scope<'households'> = scopeOf('households', everything)

/** Every payment, likewise. */
export const everyPayment: Scope<'payments'> = scopeOf('payments', everything)
