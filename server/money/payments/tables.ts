import { sql, type SQL } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
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
import type { Scope } from '#server/platform/scope.ts'
import { cents, day, hasStatus, id, instant, unrecorded } from '#server/platform/tables.ts'
import { enrolments, registrations } from '#server/enrolment/enrolments/tables.ts'
import { cancellations } from '#server/enrolment/cancellations/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { students } from '#server/people/students/tables.ts'
import { terms } from '#server/school/terms/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** Faults in the money that no call can cause: they come from a bug, or from a change made directly in the database. */
export const faultKinds = [
  'charge-covered-beyond',
  'payment-used-beyond',
  'refunded-beyond',
  'refunded-to-card-beyond',
  'charged-otherwise-by-card',
  'paid-for-another-family',
] as const

/** The last numbers of invoices and receipts, which have no gaps. */
export const numbers = pgTable('numbers', { kind: text().primaryKey(), last: integer().notNull() })

/** What a household was charged at one time; `lines` is the price as agreed. */
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

/** One decision of the office to charge one family or many; it can be undone as a whole. */
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
    // The charges of a term without an invoice are found by their day.
    index('charges_on_day')
      .on(t.onDay)
      .where(sql`invoice_id is null`),
    check('charges_amount', sql`${t.amountCents} >= 0`),
  ],
)

/** The reversal of a charge: the counter-entry for what its discounts leave of it. */
export const chargeReversals = pgTable('charge_reversals', {
  chargeId: uuid()
    .primaryKey()
    .references(() => charges.id),
  /** The cause; null where the office reversed it directly. */
  cause: text({ enum: reversalCauses }),
  /** The office's reason; empty where a whole run was undone, or the cause is enough. */
  reason: text().notNull().default(''),
  onDay: day().notNull(),
  createdAt: instant().notNull(),
})

/** The amount that a rule takes off a charge. */
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
    /**
     * The amount it was calculated from, and the percentage if it is one; null for discounts older than these columns.
     */
    ofCents: cents(),
    percent: integer(),
    /** The scholarship or promo code that gave it. */
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
 * A part of a charge that was credited because lessons were canceled, while the charge stays. A negative amount undoes
 * an earlier one.
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
    /** The member of the office who recorded it; null for a card payment, which the provider reported. */
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

/** The counter-entry to a payment that was undone. */
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

/** The part of a payment that covers a charge; a negative amount undoes an earlier one. */
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

/** Money of a payment that is returned to the family. */
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
    /** The day on which it was sent or, until then, requested. */
    onDay: day().notNull(),
    requestedBy: uuid().references(() => persons.id),
    approvedBy: uuid().references(() => persons.id),
    /** When it was sent; null until then, and for one given by hand, which counts as sent when it was recorded. */
    sentAt: instant(),
    /** The last status change, and the reason for a failure. */
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

/** A reminder mailed to a family, with its balance at that time. */
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

/**
 * What each household's charges, payments and refunds add up to, so that lists of the whole school don't add them up
 * each time (`everyBalance`). A household without a row has none of them.
 */
export const householdBalances = pgTable(
  'household_balances',
  {
    householdId: uuid()
      .primaryKey()
      .references(() => households.id, { onDelete: 'cascade' }),
    chargedCents: cents().notNull(),
    paidCents: cents().notNull(),
    returningCents: cents().notNull(),
    /** The earliest due date of an open charge. */
    dueOn: day(),
    /** The open amounts by age, and the day their age was counted on. */
    currentCents: cents().notNull(),
    days30Cents: cents().notNull(),
    days60Cents: cents().notNull(),
    olderCents: cents().notNull(),
    asOf: day().notNull(),
  },
  t => [
    index('household_balances_as_of')
      .on(t.asOf)
      .where(sql`due_on is not null`),
  ],
)
unrecorded(householdBalances)

/**
 * Households whose stored balance may be out of date, once for each write. Only triggers write here, in the transaction
 * of the write itself (migration 0032).
 */
export const staleBalances = pgTable(
  'stale_balances',
  {
    seq: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    householdId: uuid().notNull(),
  },
  t => [index('stale_balances_household').on(t.householdId)],
)
unrecorded(staleBalances)

/** The faults that the last nightly check found: accounts that break an invariant. */
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

/** True where the refund `r` has left the school, as a condition. */
export const isPaidOut: SQL = hasStatus('r', paidOutRefunds)

/** True where the refund `r` was requested and has not left the school, as a condition. */
export const isReturning: SQL = hasStatus('r', returningRefunds)

/**
 * True where the charge `c` asks for repayment of a refund because the payment `y` was undone by its reversal `v`, as a
 * condition.
 */
export const isRepayment: SQL = sql`(c.kind = 'other' and c.invoice_id is null and c.run_id is null and v.created_at = c.created_at and position(y.number in c.description) > 0)`

/** The amount of the payment with the alias `payment` that was refunded, as a column. */
export const paidOutOf = (payment: string): SQL<number> => sql<number>`coalesce(
  (select sum(r.amount_cents) from refunds r where r.payment_id = ${sql.raw(payment)}.id and ${isPaidOut}), 0)::bigint`

/**
 * The amount of the payment with the alias `payment` that is being refunded and has not left the school, as a column.
 */
export const returningOf = (payment: string): SQL<number> => sql<number>`coalesce(
  (select sum(r.amount_cents) from refunds r where r.payment_id = ${sql.raw(payment)}.id and ${isReturning}), 0)::bigint`

/** True where the charge whose id is in a column has not been reversed, as a condition. */
export const isStanding = (chargeId: string): SQL =>
  sql`not exists (select 1 from charge_reversals v where v.charge_id = ${sql.raw(chargeId)})`

/** The amount of a charge after its discounts and credits, as a column. `charge` is its alias. */
export const askedOf = (charge: string): SQL<number> => sql<number>`(${sql.raw(charge)}.amount_cents
  - coalesce((select sum(d.amount_cents) from discounts d where d.charge_id = ${sql.raw(charge)}.id), 0)
  - coalesce((select sum(g.amount_cents) from charge_credits g where g.charge_id = ${sql.raw(charge)}.id), 0))::bigint`

/** The same, and 0 once the charge is reversed. */
export const netOf = (charge: string): SQL<number> =>
  sql<number>`(case when ${isStanding(`${charge}.id`)} then ${askedOf(charge)} else 0 end)::bigint`

/** The amount of a charge that payments cover, as a column. */
export const coveredOf = (charge: string): SQL<number> => sql<number>`coalesce(
  (select sum(l.amount_cents) from allocations l where l.charge_id = ${sql.raw(charge)}.id), 0)::bigint`

/** The open amount of a charge, as a column. */
export const openOf = (charge: string): SQL<number> => sql<number>`(${netOf(charge)} - ${coveredOf(charge)})`

/** The amount of a succeeded payment less its refunds, as a column; 0 for other payments. */
export const keptOf = (payment: string): SQL<number> => sql<number>`(case when ${sql.raw(payment)}.status = 'succeeded'
  then ${sql.raw(payment)}.amount_cents - ${paidOutOf(payment)} else 0 end)::bigint`

/** The part of that amount that covers no charge, as a column; it includes money that is being refunded. */
export const unallocatedOf = (payment: string): SQL<number> => sql<number>`(${keptOf(payment)}
  - coalesce((select sum(l.amount_cents) from allocations l where l.payment_id = ${sql.raw(payment)}.id), 0))::bigint`

/** What is stored of a household's balance, apart from the day that the ages were counted on. */
export const balanceColumns = [
  'charged_cents',
  'paid_cents',
  'returning_cents',
  'due_on',
  'current_cents',
  'days30_cents',
  'days60_cents',
  'older_cents',
]
/** The same, as SQL. */
export const storedAmounts = sql.raw(balanceColumns.join(', '))

/**
 * The balance of each household of `households` (a relation with `household_id`), added up from the books: the rule
 * that the stored balances follow. Its columns are those of `household_balances`.
 */
export const addedUp = (households: SQL, today: SQL): SQL => sql`
  select h.id as household_id, ${storedAmounts}, ${today} as as_of
  from ${households} s join households h on h.id = s.household_id
  cross join lateral (
    select coalesce(sum(o.net), 0)::bigint as charged_cents, min(o.due_on) filter (where o.open > 0) as due_on,
      coalesce(sum(o.open) filter (where o.due_on >= ${today}), 0)::bigint as current_cents,
      coalesce(sum(o.open) filter (where o.due_on < ${today} and o.due_on >= ${today} - 30), 0)::bigint as days30_cents,
      coalesce(sum(o.open) filter (where o.due_on < ${today} - 30 and o.due_on >= ${today} - 60), 0)::bigint as days60_cents,
      coalesce(sum(o.open) filter (where o.due_on < ${today} - 60), 0)::bigint as older_cents
    from (select c.due_on, c.net, c.net - c.covered as open from (
      select c.due_on, ${netOf('c')} as net, ${coveredOf('c')} as covered from charges c where c.household_id = h.id offset 0) c) o) asked
  cross join lateral (select coalesce(sum(${keptOf('y')}), 0)::bigint as paid_cents from payments y where y.household_id = h.id) kept
  cross join lateral (select coalesce(sum(r.amount_cents), 0)::bigint as returning_cents from refunds r where r.household_id = h.id and ${isReturning}) coming`

/** True where a stored balance has open charges whose age was counted on another day, as a condition. */
export const isOfAnotherDay = (today: SQL): SQL => sql`(due_on is not null and (as_of < ${today} or as_of > ${today}))`

// What a household has to pay by its stored amounts, and whether a write has made them stale.
const storedDue = sql.raw('charged_cents - paid_cents + returning_cents')
const isStale = (household: SQL): SQL =>
  sql`exists (select 1 from stale_balances m where m.household_id = ${household})`

/** Balances as lists and totals read them, from a relation with the stored columns. */
export const balancesIn = (stored: SQL): SQL => sql`(
  select household_id, charged_cents as charged, paid_cents as paid, returning_cents, b.balance, due_on,
    current_cents as current, days30_cents as days30, days60_cents as days60, older_cents as older,
    greatest(least(b.balance, days30_cents + days60_cents + older_cents), 0) as overdue
  from ${stored} stored cross join lateral (select ${storedDue} as balance) b)`

/**
 * The balance of every household that has had charges, payments or refunds, for lists and totals of the whole school:
 * `charged`, `paid` and `returning_cents`; what it has to pay (`balance`, negative where it has credit); the open
 * amounts of its charges by age (`current` to `older`), the earliest of their due dates (`due_on`) and what of the
 * balance is past due (`overdue`). Households that a write has marked since they were stored are added up here, so the
 * result is always exact.
 */
export const everyBalance = (today: string): SQL => {
  const day = sql`${today}::date`
  return balancesIn(sql`(
    with stale as materialized (select household_id from stale_balances union select household_id from household_balances where ${isOfAnotherDay(day)})
    select household_id, ${storedAmounts} from household_balances where household_id not in (select household_id from stale)
    union all select household_id, ${storedAmounts} from (${addedUp(sql`stale`, day)}) again)`)
}

/**
 * The stored account of the row of `households`, as JSON: its balance, the open amount of its charges (`due`), the part
 * of it past its due date (`overdue`) and the earliest of the due dates (`dueOn`); null if it has to be added up
 * (`accountOf`): a write has made it stale, or it is of another day and something may have become overdue since.
 */
export const storedAccount = (today: SQL): SQL => sql`(case when ${isStale(sql`households.id`)} then null
  when not exists (select 1 from household_balances b where b.household_id = households.id) then '{"balance":0,"due":0,"overdue":0,"dueOn":null}'
  else (select json_build_object('balance', ${storedDue}, 'due', b.current_cents + b.days30_cents + b.days60_cents + b.older_cents,
      'overdue', b.days30_cents + b.days60_cents + b.older_cents, 'dueOn', b.due_on)
    from household_balances b where b.household_id = households.id
      and (b.current_cents = 0 or b.due_on >= ${today} or not ${isOfAnotherDay(today)})) end)`

/**
 * The native description of the charge `c`, as a column: its own or, where its description is the name of its
 * enrolment's class `sec`, the class's native name.
 */
export const nativeDescription: SQL<string> = sql<string>`coalesce(nullif(c.native_description, ''), case when sec.name = c.description then sec.native_name end, '')`

/**
 * A household's balance, as a column: the net amounts of its charges less what is kept of its payments; negative when
 * it has paid ahead. This is the balance of ledgers, statements and journals.
 */
export const balanceOf = (household: SQL): SQL<number> => sql<number>`(
  (select coalesce(sum(${netOf('c')}), 0) from charges c where c.household_id = ${household})
  - (select coalesce(sum(${keptOf('y')}), 0) from payments y where y.household_id = ${household}))::bigint`

/** The money that households get refunded and the school still holds, as a column. */
const returningTo = (isTheirs: SQL): SQL =>
  sql`(select coalesce(sum(r.amount_cents), 0) from refunds r where ${isReturning} and ${isTheirs})`

/**
 * What a household has to pay, as a column; negative where it has unused credit. Money being refunded covers nothing,
 * so it counts as neither. Every list and dashboard uses this balance; `dueOf` in the rules is the same for screens.
 */
export const dueOf = (household: SQL): SQL<number> =>
  sql<number>`(${balanceOf(household)} + ${returningTo(sql`r.household_id = ${household}`)})::bigint`

/** The same for lists, from the stored balance unless a write has made it stale. */
export const listedDueOf = (household: SQL): SQL<number> => sql<number>`case
  when ${isStale(household)} then ${dueOf(household)}
  else coalesce((select ${storedDue} from household_balances b where b.household_id = ${household}), 0) end`

/**
 * What households have to pay together, as one row: `balance` as above, the open amount of their charges (`due`), the
 * part of it past its due date (`overdue`), the earliest due date (`due_on`), and one household that owes (`owing`).
 */
export const accountOf = (households: SQL, today: SQL): SQL => sql`
  select (coalesce(sum(o.net), 0) - (select coalesce(sum(${keptOf('y')}), 0) from payments y where y.household_id = any(${households}))
      + ${returningTo(sql`r.household_id = any(${households})`)})::bigint as balance,
    coalesce(sum(o.net - o.covered) filter (where o.net > o.covered), 0)::bigint as due,
    coalesce(sum(o.net - o.covered) filter (where o.net > o.covered and o.due_on < ${today}), 0)::bigint as overdue,
    min(o.due_on) filter (where o.net > o.covered) as due_on,
    min(o.household_id::text) filter (where o.net > o.covered) as owing
  from (select c.household_id, c.due_on, ${netOf('c')} as net, ${coveredOf('c')} as covered from charges c where c.household_id = any(${households}) offset 0) o`

/**
 * A condition: true if a charge may be about children of its household all of whom are hidden from the reader. A run's
 * charge to a family that names no child is about at least two, and which ones isn't stored.
 */
export const mayBeOfUnseen = (charge: SQL, children: Scope<'students'>): SQL => sql`exists (
  select 1 from charges shared where shared.id = ${charge} and shared.student_id is null and shared.run_id is not null
    and (select count(*) from students where students.household_id = shared.household_id and not ${children}
      and exists (select 1 from enrolments joined where joined.student_id = students.id and joined.created_at <= shared.created_at)) > 1)`
