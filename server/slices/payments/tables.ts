import { sql, type SQL } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { discountRules, type PriceLine } from '#contract/enrolments.ts'
import { chargeKinds, paymentMethods, paymentStatuses } from '#contract/payments.ts'
import { cents, day, id, instant } from '#server/platform/tables.ts'
import { enrolments, registrations } from '#server/slices/enrolments/tables.ts'
import { households } from '#server/slices/parents/tables.ts'
import { students } from '#server/slices/students/tables.ts'
import { terms } from '#server/slices/terms/tables.ts'

/** Running numbers of invoices and receipts, without gaps. */
export const numbers = pgTable('numbers', { kind: text().primaryKey(), last: integer().notNull() })

/** What was asked of a household at one time; `lines` is the price as it was agreed. */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    number: text().notNull(),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    termId: uuid()
      .notNull()
      .references(() => terms.id),
    registrationId: uuid().references(() => registrations.id),
    lines: jsonb().$type<PriceLine[]>().notNull(),
    totalCents: cents().notNull(),
    issuedOn: day().notNull(),
    dueOn: day().notNull(),
    createdAt: instant().notNull(),
  },
  t => [
    uniqueIndex('invoices_number').on(t.number),
    index('invoices_household').on(t.householdId),
    index('invoices_term').on(t.termId),
    index('invoices_registration').on(t.registrationId),
  ],
)

/** Money that a household owes. Corrected by reversal, never changed. */
export const charges = pgTable(
  'charges',
  {
    id: id(),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    invoiceId: uuid().references(() => invoices.id),
    studentId: uuid().references(() => students.id),
    enrolmentId: uuid().references(() => enrolments.id),
    kind: text({ enum: chargeKinds }).notNull(),
    description: text().notNull(),
    amountCents: cents().notNull(),
    onDay: day().notNull(),
    dueOn: day().notNull(),
    createdAt: instant().notNull(),
  },
  t => [
    index('charges_household').on(t.householdId, t.dueOn),
    index('charges_invoice').on(t.invoiceId),
    index('charges_student').on(t.studentId),
    index('charges_enrolment').on(t.enrolmentId),
    check('charges_amount', sql`${t.amountCents} >= 0`),
  ],
)

/** What a rule takes off a charge. */
export const discounts = pgTable(
  'discounts',
  {
    id: id(),
    chargeId: uuid()
      .notNull()
      .references(() => charges.id),
    rule: text({ enum: discountRules }).notNull(),
    label: text().notNull(),
    amountCents: cents().notNull(),
    createdAt: instant().notNull(),
  },
  t => [index('discounts_charge').on(t.chargeId), check('discounts_amount', sql`${t.amountCents} > 0`)],
)

export const payments = pgTable(
  'payments',
  {
    id: id(),
    number: text().notNull(),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    method: text({ enum: paymentMethods }).notNull(),
    reference: text().notNull().default(''),
    payer: text().notNull().default(''),
    amountCents: cents().notNull(),
    receivedOn: day().notNull(),
    status: text({ enum: paymentStatuses }).notNull(),
    createdAt: instant().notNull(),
  },
  t => [
    uniqueIndex('payments_number').on(t.number),
    index('payments_household').on(t.householdId, t.receivedOn),
    check('payments_amount', sql`${t.amountCents} > 0`),
  ],
)

/** A payment that came back: the counter-entry to it. */
export const paymentReversals = pgTable('payment_reversals', {
  paymentId: uuid()
    .primaryKey()
    .references(() => payments.id),
  reason: text().notNull(),
  onDay: day().notNull(),
  createdAt: instant().notNull(),
})

/** Which payment covers which charge; a negative amount undoes an earlier one. */
export const allocations = pgTable(
  'allocations',
  {
    id: id(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    chargeId: uuid()
      .notNull()
      .references(() => charges.id),
    amountCents: cents().notNull(),
    createdAt: instant().notNull(),
  },
  t => [index('allocations_payment').on(t.paymentId), index('allocations_charge').on(t.chargeId)],
)

/**
 * What a household owes, as a column: charges − discounts − payments that stand; negative when it has paid ahead. This
 * is the one balance of every list, dashboard and ledger.
 */
export const balanceOf = (household: SQL): SQL<number> => sql<number>`(
  (select coalesce(sum(c.amount_cents), 0) from charges c where c.household_id = ${household})
  - (select coalesce(sum(d.amount_cents), 0) from discounts d join charges c on c.id = d.charge_id where c.household_id = ${household})
  - (select coalesce(sum(y.amount_cents), 0) from payments y where y.household_id = ${household} and y.status = 'succeeded'))::bigint`
