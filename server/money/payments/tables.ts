import { sql, type SQL } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { discountRules } from '#contract/enrolment/enrolments.ts'
import {
  chargeKinds,
  paidOutRefunds,
  paymentMethods,
  paymentStatuses,
  refundStatuses,
  returningRefunds,
  reversalCauses,
} from '#contract/money/payments.ts'
import type { PricedLine } from '#rules/pricing.ts'
import { cents, day, id, instant } from '#server/platform/tables.ts'
import { enrolments, registrations } from '#server/enrolment/enrolments/tables.ts'
import { cancellations } from '#server/enrolment/cancellations/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { students } from '#server/people/students/tables.ts'
import { terms } from '#server/school/terms/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** Ways in which money can be wrong that no call leads to: only a fault of the program, or a hand in the database. */
export const faultKinds = [
  'charge-covered-beyond',
  'payment-used-beyond',
  'refunded-beyond',
  'refunded-to-card-beyond',
  'charged-otherwise-by-card',
  'paid-for-another-family',
] as const

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
    lines: jsonb().$type<PricedLine[]>().notNull(),
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

/** One decision of the office to charge somebody, be it one family or a whole term; it can be undone as a whole. */
export const chargeRuns = pgTable(
  'charge_runs',
  {
    id: id(),
    kind: text({ enum: chargeKinds }).notNull(),
    description: text().notNull(),
    nativeDescription: text().notNull().default(''),
    amountCents: cents().notNull(),
    dueOn: day().notNull(),
    madeBy: uuid().references(() => persons.id),
    createdAt: instant().notNull(),
    reversedAt: instant(),
  },
  t => [index('charge_runs_at').on(t.createdAt.desc(), t.id.desc()), index('charge_runs_made_by').on(t.madeBy)],
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
    runId: uuid().references(() => chargeRuns.id),
    kind: text({ enum: chargeKinds }).notNull(),
    description: text().notNull(),
    nativeDescription: text().notNull().default(''),
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
    index('charges_run').on(t.runId),
    check('charges_amount', sql`${t.amountCents} >= 0`),
  ],
)

/** A charge that was taken back: the counter-entry to what its discounts leave of it. */
export const chargeReversals = pgTable('charge_reversals', {
  chargeId: uuid()
    .primaryKey()
    .references(() => charges.id),
  /** What it follows from; null where the office reversed it. */
  cause: text({ enum: reversalCauses }),
  /** Why, in the office's words; empty where a whole run was undone, or the cause says it all. */
  reason: text().notNull().default(''),
  onDay: day().notNull(),
  createdAt: instant().notNull(),
})

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
    /** What it was taken from, and which share of that where it is one; unknown of discounts from before this was kept. */
    ofCents: cents(),
    percent: integer(),
    /** The scholarship or promo code that it comes from. */
    sourceId: uuid(),
    createdAt: instant().notNull(),
  },
  t => [
    index('discounts_charge').on(t.chargeId),
    index('discounts_source')
      .on(t.sourceId)
      .where(sql`source_id is not null`),
    check('discounts_amount', sql`${t.amountCents} > 0`),
  ],
)

/**
 * A part of a charge that was given back while the charge stands, since lessons were called off. A negative amount takes
 * an earlier one back.
 */
export const chargeCredits = pgTable(
  'charge_credits',
  {
    id: id(),
    chargeId: uuid()
      .notNull()
      .references(() => charges.id),
    cancellationId: uuid()
      .notNull()
      .references(() => cancellations.id),
    amountCents: cents().notNull(),
    onDay: day().notNull(),
    createdAt: instant().notNull(),
  },
  t => [
    index('charge_credits_charge').on(t.chargeId),
    index('charge_credits_cancellation').on(t.cancellationId),
    check('charge_credits_amount', sql`${t.amountCents} <> 0`),
  ],
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
    /** Who of the office; of a card nobody, since the provider told of it. */
    recordedBy: uuid().references(() => persons.id),
    createdAt: instant().notNull(),
  },
  t => [
    uniqueIndex('payments_number').on(t.number),
    index('payments_household').on(t.householdId, t.receivedOn),
    index('payments_received').on(t.receivedOn, t.number),
    index('payments_recorded_by').on(t.recordedBy),
    check('payments_amount', sql`${t.amountCents} > 0`),
  ],
)

/** A payment that came back: the counter-entry to it. */
export const paymentReversals = pgTable('payment_reversals', {
  paymentId: uuid()
    .primaryKey()
    .references(() => payments.id),
  cause: text({ enum: reversalCauses }),
  /** Why, in the office's words, or in the card provider's where the cause is known. */
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

/** Money of a payment that went back to the family. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    amountCents: cents().notNull(),
    method: text({ enum: paymentMethods }).notNull(),
    reference: text().notNull().default(''),
    reason: text().notNull(),
    nativeReason: text().notNull().default(''),
    status: text({ enum: refundStatuses }).notNull(),
    /** The day on which it went out; of one that has not, the day on which it was asked for. */
    onDay: day().notNull(),
    requestedBy: uuid().references(() => persons.id),
    approvedBy: uuid().references(() => persons.id),
    /** When it went out, unless it was given by hand and so went out when it was recorded. */
    sentAt: instant(),
    /** The last move, and why it failed if it has. */
    movedAt: instant(),
    movedBy: uuid().references(() => persons.id),
    failedOn: day(),
    failure: text().notNull().default(''),
    failureCause: text({ enum: reversalCauses }),
    createdAt: instant().notNull(),
  },
  t => [
    index('refunds_payment').on(t.paymentId),
    index('refunds_household').on(t.householdId),
    index('refunds_status').on(t.status, t.createdAt, t.id),
    index('refunds_requested_by').on(t.requestedBy),
    index('refunds_approved_by').on(t.approvedBy),
    index('refunds_moved_by').on(t.movedBy),
    check('refunds_amount', sql`${t.amountCents} > 0`),
  ],
)

/** That a family was reminded by mail of what it owed then. */
export const paymentReminders = pgTable(
  'payment_reminders',
  {
    id: id(),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    balanceCents: cents().notNull(),
    mails: integer().notNull(),
    sentBy: uuid().references(() => persons.id),
    createdAt: instant().notNull(),
  },
  t => [
    index('payment_reminders_household').on(t.householdId, t.createdAt.desc()),
    index('payment_reminders_sent_by').on(t.sentBy),
  ],
)

/** What the nightly check found last: accounts of families that break a rule which always holds. */
export const ledgerFaults = pgTable(
  'ledger_faults',
  {
    id: id(),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    kind: text({ enum: faultKinds }).notNull(),
    foundAt: instant().notNull(),
  },
  t => [index('ledger_faults_household').on(t.householdId)],
)

/** Whether the refund `r` has left the school, as a condition. */
export const isPaidOut: SQL = sql.raw(`r.status in (${paidOutRefunds.map(status => `'${status}'`).join(', ')})`)

/** Whether the refund `r` was asked for and has not left the school, as a condition. */
export const isReturning: SQL = sql.raw(`r.status in (${returningRefunds.map(status => `'${status}'`).join(', ')})`)

/** Whether the charge `c` asks for a refund to be repaid since the payment `y` did not hold, with its reversal `v`, as a condition. */
export const isRepayment: SQL = sql`(c.kind = 'other' and c.invoice_id is null and c.run_id is null and v.created_at = c.created_at and position(y.number in c.description) > 0)`

/** What of the payment with the alias `payment` has gone back, as a column. */
export const paidOutOf = (payment: string): SQL<number> => sql<number>`coalesce(
  (select sum(r.amount_cents) from refunds r where r.payment_id = ${sql.raw(payment)}.id and ${isPaidOut}), 0)::bigint`

/** What of the payment with the alias `payment` was asked back and has not left the school, as a column. */
export const returningOf = (payment: string): SQL<number> => sql<number>`coalesce(
  (select sum(r.amount_cents) from refunds r where r.payment_id = ${sql.raw(payment)}.id and ${isReturning}), 0)::bigint`

/** Whether the charge whose id is in a column has not been reversed, as a condition. */
export const isStanding = (chargeId: string): SQL =>
  sql`not exists (select 1 from charge_reversals v where v.charge_id = ${sql.raw(chargeId)})`

/** What a charge is after its discounts, and after what was given back of it while it stands, as a column. `charge` is its alias. */
export const askedOf = (charge: string): SQL<number> => sql<number>`(${sql.raw(charge)}.amount_cents
  - coalesce((select sum(d.amount_cents) from discounts d where d.charge_id = ${sql.raw(charge)}.id), 0)
  - coalesce((select sum(g.amount_cents) from charge_credits g where g.charge_id = ${sql.raw(charge)}.id), 0))::bigint`

/** The same, and nothing once the charge is reversed. */
export const netOf = (charge: string): SQL<number> =>
  sql<number>`(case when ${isStanding(`${charge}.id`)} then ${askedOf(charge)} else 0 end)::bigint`

/** What payments cover of a charge, as a column. */
export const coveredOf = (charge: string): SQL<number> => sql<number>`coalesce(
  (select sum(l.amount_cents) from allocations l where l.charge_id = ${sql.raw(charge)}.id), 0)::bigint`

/** What is still open of a charge, as a column. */
export const openOf = (charge: string): SQL<number> => sql<number>`(${netOf(charge)} - ${coveredOf(charge)})`

/** What a payment that stands brought less what was given back of it, as a column; nothing for others. */
export const keptOf = (payment: string): SQL<number> => sql<number>`(case when ${sql.raw(payment)}.status = 'succeeded'
  then ${sql.raw(payment)}.amount_cents - ${paidOutOf(payment)} else 0 end)::bigint`

/** What of that covers no charge, as a column; the part that was asked back is in it. */
export const unallocatedOf = (payment: string): SQL<number> => sql<number>`(${keptOf(payment)}
  - coalesce((select sum(l.amount_cents) from allocations l where l.payment_id = ${sql.raw(payment)}.id), 0))::bigint`

/**
 * Every charge that stands: of whom (`household_id`), since when it is due (`due_on`), what it is (`net`) and what of it
 * no payment covers (`open`). For sums over the whole school: each table is read once. The parts are cast at once, since
 * the database reckons with whole numbers several times as fast.
 */
export const everyCharge: SQL = sql`
  select c.household_id, c.due_on, c.amount_cents - coalesce(d.sum, 0) as net, c.amount_cents - coalesce(d.sum, 0) - coalesce(l.sum, 0) as open
  from charges c left join (select charge_id, sum(amount_cents)::bigint as sum from (
      select charge_id, amount_cents from discounts union all select charge_id, amount_cents from charge_credits) less group by charge_id) d on d.charge_id = c.id
    left join (select charge_id, sum(amount_cents)::bigint as sum from allocations group by charge_id) l on l.charge_id = c.id
  where ${isStanding('c.id')}`

/** Every payment that stands: of whom (`household_id`), and what of it has not gone back (`kept`). For such sums, too. */
export const everyPayment: SQL = sql`
  select y.household_id, y.amount_cents - coalesce(b.sum, 0) as kept
  from payments y left join (select r.payment_id, sum(r.amount_cents)::bigint as sum from refunds r where ${isPaidOut} group by r.payment_id) b on b.payment_id = y.id
  where y.status = 'succeeded'`

/** The other name of the charge `c`, as a column: where it is called as the class `sec` of its enrolment, the class's own. */
export const nativeDescription: SQL<string> = sql<string>`coalesce(nullif(c.native_description, ''), case when sec.name = c.description then sec.native_name end, '')`

/**
 * What a household owes, as a column: what its charges are today − what is kept of its payments; negative when it has
 * paid ahead. This is the balance of the books: of ledgers, statements and journals.
 */
export const balanceOf = (household: SQL): SQL<number> => sql<number>`(
  (select coalesce(sum(${netOf('c')}), 0) from charges c where c.household_id = ${household})
  - (select coalesce(sum(${keptOf('y')}), 0) from payments y where y.household_id = ${household}))::bigint`

/** What households have asked back and the school still holds, as a column. */
const returningTo = (isTheirs: SQL): SQL =>
  sql`(select coalesce(sum(r.amount_cents), 0) from refunds r where ${isReturning} and ${isTheirs})`

/**
 * What a household has to pay, as a column; negative where it has credit to use. Money asked back covers nothing, so it
 * is neither. This is the one balance of every list and dashboard, as `dueOf` of the rules is of screens.
 */
export const dueOf = (household: SQL): SQL<number> =>
  sql<number>`(${balanceOf(household)} + ${returningTo(sql`r.household_id = ${household}`)})::bigint`

/**
 * What households have to pay together, in one row: `balance` as above, what of their charges is still open (`due`), since when
 * the earliest of those is due (`due_on`), and one household that has any (`owing`).
 */
export const accountOf = (households: SQL): SQL => sql`
  select (coalesce(sum(o.net), 0) - (select coalesce(sum(${keptOf('y')}), 0) from payments y where y.household_id = any(${households}))
      + ${returningTo(sql`r.household_id = any(${households})`)})::bigint as balance,
    coalesce(sum(o.net - o.covered) filter (where o.net > o.covered), 0)::bigint as due,
    min(o.due_on) filter (where o.net > o.covered) as due_on,
    min(o.household_id::text) filter (where o.net > o.covered) as owing
  from (select c.household_id, c.due_on, ${netOf('c')} as net, ${coveredOf('c')} as covered from charges c where c.household_id = any(${households}) offset 0) o`
