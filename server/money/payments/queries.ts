import { and, eq, sql, SQL } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import type { PaymentStatus } from '#contract/money/payments.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { newestSetting } from '#server/school/config/acts.ts'
import { households } from '#server/people/parents/tables.ts'
import {
  allocations,
  balanceOf,
  charges,
  isPaidOut,
  nativeDescription,
  openOf,
  paidOutOf,
  paymentReversals,
  payments,
  refunds,
  returningOf,
  unallocatedOf,
} from './tables.ts'

export const lockHousehold = async (db: Db, seen: Scope<'households'>, id: string): Promise<boolean> =>
  (
    await db
      .select({ id: households.id })
      .from(households)
      .where(and(seen, eq(households.id, id)))
      .for('update')
  ).length === 1

/**
 * Locks accounts, after the classes and in an order that is always the same: those with these ids, those that a
 * subquery selects, or with null all of the scope.
 */
export const lockHouseholds = async (
  db: Db,
  seen: Scope<'households'>,
  which: readonly string[] | SQL | null,
): Promise<void> => {
  const isMeant =
    which === null
      ? undefined
      : which instanceof SQL
        ? sql`households.id in (${which})`
        : oneOf(sql`households.id`, which)
  await rows(
    db,
    sql`select households.id from households where ${and(seen, isMeant)} order by households.id for update`,
  )
}

/** Charges that are not fully covered yet, the earliest due first. */
export const listOpenCharges = (
  db: Db,
  householdId: string,
): Promise<{ id: string; dueOn: string; outstandingCents: number }[]> =>
  rows(
    db,
    sql`
    select * from (
      select c.id, c.due_on, ${openOf('c')} as "outstandingCents"
      from charges c where c.household_id = ${householdId}::uuid order by c.due_on, c.created_at, c.id
    ) open where "outstandingCents" > 0`,
  )

/** What a payment `p` has left, as a column: what was asked back covers nothing any more. */
export const leftOf = sql`(${unallocatedOf('p')} - ${returningOf('p')})::bigint`

/** What payments that stand have left, oldest first; without what was asked back. */
export const listCredits = (db: Db, householdId: string): Promise<{ paymentId: string; creditCents: number }[]> =>
  rows(
    db,
    sql`
    select * from (
      select p.id as "paymentId", ${leftOf} as "creditCents"
      from payments p where p.household_id = ${householdId}::uuid and p.status = 'succeeded' order by p.created_at, p.id
    ) credit where "creditCents" > 0`,
  )

/** What each of these households has to pay by now: its open charges less the credit that lies ready. None that is paid up. */
export const listDue = (db: Db, which: Scope<'households'>): Promise<{ householdId: string; amountCents: number }[]> =>
  rows(
    db,
    sql`
    select * from (
      select households.id as "householdId",
        (coalesce((select sum(greatest(${openOf('c')}, 0)) from charges c where c.household_id = households.id), 0)
          - coalesce((select sum(greatest(${leftOf}, 0)) from payments p where p.household_id = households.id and p.status = 'succeeded'), 0))::bigint as "amountCents"
      from households where ${which} order by households.name_order, households.id
    ) due where "amountCents" > 0`,
  )

/** What one payment has left: it covers no charge and was not given back. */
export const findLeft = async (db: Db, paymentId: string): Promise<number> =>
  (await rows<{ left: number }>(db, sql`select ${leftOf} as left from payments p where p.id = ${paymentId}::uuid`))[0]!
    .left

export const insertPayment = async (db: Db, values: typeof payments.$inferInsert): Promise<void> => {
  await db.insert(payments).values(values)
}
export const insertAllocations = async (db: Db, values: (typeof allocations.$inferInsert)[]): Promise<void> => {
  if (values.length > 0) await db.insert(allocations).values(values)
}

/** Charges beside an invoice. The account is locked. */
export const insertCharges = async (db: Db, values: (typeof charges.$inferInsert)[]): Promise<void> => {
  if (values.length > 0) await db.insert(charges).values(values)
}

/** What a household owes (less than nothing is credit), and what of its credit was asked back and has not left the school. */
export const findAccount = async (
  db: Db,
  householdId: string,
): Promise<{ balanceCents: number; returningCents: number }> =>
  (
    await rows<{ balanceCents: number; returningCents: number }>(
      db,
      sql`select ${balanceOf(sql`${householdId}::uuid`)} as "balanceCents",
        (select coalesce(sum(${returningOf('p')}), 0)::bigint from payments p where p.household_id = ${householdId}::uuid and p.status = 'succeeded') as "returningCents"`,
    )
  )[0]!

export const findBalance = async (db: Db, householdId: string): Promise<number> =>
  (await rows<{ balance: number }>(db, sql`select ${balanceOf(sql`${householdId}::uuid`)} as balance`))[0]!.balance

type LockedPayment = Pick<typeof payments.$inferSelect, 'householdId' | 'number' | 'status' | 'method' | 'reference'>
/** Locks a payment and the account that it is part of. */
export const lockPayment = async (db: Db, seen: Scope<'payments'>, id: string): Promise<LockedPayment | null> => {
  const [payment] = await db
    .select({
      householdId: payments.householdId,
      number: payments.number,
      status: payments.status,
      method: payments.method,
      reference: payments.reference,
    })
    .from(payments)
    .innerJoin(households, eq(households.id, payments.householdId))
    .where(and(seen, eq(payments.id, id)))
    .for('update')
  return payment ?? null
}

type Undone = { paymentId: string; status: 'bounced' | 'voided'; reason: string; onDay: string; at: Date }

/** Undoes a payment by counter-entries: every allocation gets its negative, the reversal is a row of its own. */
export const undoPayment = async (db: Db, { paymentId, status, reason, onDay, at }: Undone): Promise<void> => {
  await db.update(payments).set({ status }).where(eq(payments.id, paymentId))
  await db.insert(paymentReversals).values({ paymentId, reason, onDay, createdAt: at })
  await unapply(db, paymentId, undefined, at)
}

/** What was given back of a payment. */
export const sumRefunds = async (db: Db, paymentId: string): Promise<number> =>
  (
    await rows<{ sum: number }>(
      db,
      sql`select coalesce(sum(r.amount_cents), 0)::bigint as sum from refunds r where r.payment_id = ${paymentId}::uuid and ${isPaidOut}`,
    )
  )[0]!.sum

export const insertRefund = async (db: Db, values: typeof refunds.$inferInsert): Promise<void> => {
  await db.insert(refunds).values(values)
}

/** Takes a payment off the charges it covers, or off one of them, by negative allocations. Says how much that was. */
export const unapply = async (db: Db, paymentId: string, chargeId: string | undefined, at: Date): Promise<number> => {
  const live = await rows<{ chargeId: string; amountCents: number }>(
    db,
    sql`select charge_id, sum(amount_cents)::bigint as "amountCents" from allocations where payment_id = ${paymentId}::uuid
      and ${chargeId ? sql`charge_id = ${chargeId}::uuid` : sql`true`} group by charge_id having sum(amount_cents) <> 0`,
  )
  await insertAllocations(
    db,
    live.map(each => ({ paymentId, chargeId: each.chargeId, amountCents: -each.amountCents, createdAt: at })),
  )
  return live.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** The charges that a payment covers now. */
export const listCovered = (db: Db, seen: Scope<'payments'>, paymentId: string): Promise<Output<'payments-covered'>> =>
  rows<Output<'payments-covered'>[number]>(
    db,
    sql`
    select c.id, c.kind, c.description, ${nativeDescription} as "nativeDescription",
      coalesce(p.name, '') as student, coalesce(p.native_name, '') as "studentNativeName", i.number as "invoiceNumber", c.due_on, l.amount as "amountCents"
    from payments cross join lateral (select charge_id, sum(amount_cents)::bigint as amount from allocations where payment_id = payments.id group by charge_id having sum(amount_cents) <> 0) l
      join charges c on c.id = l.charge_id left join persons p on p.id = c.student_id left join invoices i on i.id = c.invoice_id
      left join enrolments en on en.id = c.enrolment_id left join sections sec on sec.id = en.section_id
    where ${and(seen, eq(payments.id, paymentId))} order by c.due_on, c.created_at, c.id`,
  )

export const listMembers = async (db: Db, householdId: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select person_id as id from household_members where household_id = ${householdId}::uuid`,
    )
  ).map(({ id }) => id)

/** Who the school is on paper, as columns. */
export const legal = sql`coalesce(${newestSetting('paying')} ->> 'legalName', '') as "legalName", coalesce(${newestSetting('paying')} ->> 'taxId', '') as "taxId"`

export type Receipt = {
  householdId: string
  number: string
  school: string
  schoolNative: string
  address: string
  legalName: string
  taxId: string
  zone: string
  currency: string
  household: string
  payer: string
  method: string
  reference: string
  amountCents: number
  receivedOn: string
  status: PaymentStatus
  refundedCents: number
  allocations: {
    student: string
    nativeName: string
    kind: string
    description: string
    nativeDescription: string
    amountCents: number
  }[]
}

/** Everything that stands on a receipt; of a student whose record the reader may not see, the amounts alone. */
export const findReceipt = async (
  db: Db,
  seen: Scope<'payments'>,
  children: Scope<'students'>,
  id: string,
): Promise<Receipt | null> => {
  const isNamed = sql`(c.student_id is null or students.id is not null)`
  const [receipt] = await rows<Receipt>(
    db,
    sql`
    select payments.household_id, payments.number, school.name as school, school.native_name as "schoolNative", school.address, ${legal}, school.zone, school.currency, h.name as household, payments.payer, payments.method,
      payments.reference, payments.amount_cents, payments.received_on, payments.status,
      ${paidOutOf('payments')} as "refundedCents",
      coalesce((select json_agg(json_build_object('student', coalesce(p.name, ''), 'nativeName', coalesce(p.native_name, ''), 'kind', c.kind, 'description', case when ${isNamed} then c.description else '' end,
          'nativeDescription', case when ${isNamed} then ${nativeDescription} else '' end, 'amountCents', l.amount) order by p.name nulls last, c.kind desc)
        from (select charge_id, sum(amount_cents)::bigint as amount from allocations where payment_id = payments.id group by charge_id) l
        join charges c on c.id = l.charge_id left join students on students.id = c.student_id and ${children} left join persons p on p.id = students.id left join enrolments en on en.id = c.enrolment_id left join sections sec on sec.id = en.section_id where l.amount <> 0), '[]') as allocations
    from payments join households h on h.id = payments.household_id cross join school where ${and(seen, eq(payments.id, id))}`,
  )
  return receipt ?? null
}
