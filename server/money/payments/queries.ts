import { and, eq, sql, SQL } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import type { PaymentStatus } from '#contract/money/payments.ts'
import type { ReversalCause } from '#contract/money/payments.plain.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { oneOf } from '#server/platform/keys.ts'
import { prepared } from '#server/platform/prepared.ts'
import type { Scope } from '#server/platform/scope.ts'
import { newestSetting } from '#server/school/config/acts.ts'
import { households, nativeHousehold } from '#server/people/parents/tables.ts'
import { takingNumber } from './numberQueries.ts'
import {
  balanceOf,
  dueOf,
  charges,
  type invoices,
  isPaidOut,
  mayBeOfUnseen,
  nativeDescription,
  openOf,
  paidOutOf,
  paymentReversals,
  payments,
  refunds,
  returningOf,
  unallocatedOf,
} from './tables.ts'

/**
 * Locks an account in scope; false if there is none. The statement is sent at once, so that what is read in the same
 * round is read behind the lock.
 */
export const lockHousehold = async (db: Db, seen: Scope<'households'>, id: string): Promise<boolean> => {
  const locking = db
    .select({ id: households.id })
    .from(households)
    .where(and(seen, eq(households.id, id)))
    .for('update')
    .execute()
  return (await locking).length === 1
}

/**
 * Locks accounts, after the classes and always in the same order: those with these ids, those that a subquery selects,
 * or, with null, all in scope.
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

/** Charges that are not fully covered yet, earliest due date first. */
export const listOpenCharges = (
  db: Db,
  householdId: string,
): Promise<{ id: string; dueOn: string; outstandingCents: number }[]> => findOpenCharges(db, { householdId })
const findOpenCharges = prepared<{ id: string; dueOn: string; outstandingCents: number }, 'householdId'>(
  ({ householdId }) => sql`
    select open.id, open.due_on, open.outstanding_cents from (
      select c.id, c.due_on, c.created_at, ${openOf('c')} as outstanding_cents from charges c where c.household_id = ${householdId}::uuid offset 0
    ) open where open.outstanding_cents > 0 order by open.due_on, open.created_at, open.id`,
)

/** The unused amount of a payment `p`, as a column; money being refunded covers nothing. */
export const leftOf = sql`(${unallocatedOf('p')} - ${returningOf('p')})::bigint`

/** The unused amounts of succeeded payments, oldest first, without money that is being refunded. */
export const listCredits = (db: Db, householdId: string): Promise<{ paymentId: string; creditCents: number }[]> =>
  findCredits(db, { householdId })
const findCredits = prepared<{ paymentId: string; creditCents: number }, 'householdId'>(
  ({ householdId }) => sql`
    select credit.id as payment_id, credit.credit_cents from (
      select p.id, p.created_at, ${leftOf} as credit_cents
      from payments p where p.household_id = ${householdId}::uuid and p.status = 'succeeded' offset 0
    ) credit where credit.credit_cents > 0 order by credit.created_at, credit.id`,
)

/**
 * What each of these households has to pay by now: its open charges less its unused credit. Leaves out households that
 * owe nothing.
 */
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

/** The unused amount of a payment: it covers no charge and was not refunded. */
export const findLeft = async (db: Db, paymentId: string): Promise<number> =>
  (await rows<{ left: number }>(db, sql`select ${leftOf} as left from payments p where p.id = ${paymentId}::uuid`))[0]!
    .left

type NewPayment = Omit<typeof payments.$inferInsert, 'number' | 'status'> & {
  id: string
  receiptPrefix: string
  today: string
}
/** Adds a payment with the next receipt number, and returns the number. */
export const insertPayment = async (db: Db, payment: NewPayment): Promise<string> =>
  (await addPayment(db, { reference: '', payer: '', recordedBy: null, ...payment }))[0]!.number
const addPayment = prepared<{ number: string }, keyof NewPayment>(
  p => sql`with taken as (${takingNumber({ kind: 'receipt', prefix: sql`${p.receiptPrefix}::text`, onDay: sql`${p.today}::text` })})
    insert into payments (id, number, household_id, method, reference, payer, amount_cents, received_on, status, recorded_by, created_at)
    select ${p.id}::uuid, taken.number, ${p.householdId}::uuid, ${p.method}, ${p.reference}, ${p.payer}, ${p.amountCents}::bigint, ${p.receivedOn}::date, 'succeeded',
      ${p.recordedBy}::uuid, ${p.createdAt}::timestamptz from taken returning number`,
)

type NewAllocation = { paymentId: string; chargeId: string; amountCents: number; createdAt: Date }
export const insertAllocations = async (db: Db, values: readonly NewAllocation[]): Promise<void> => {
  if (values.length === 0) return
  await addAllocations(db, {
    id: values.map(() => newId()),
    paymentId: values.map(({ paymentId }) => paymentId),
    chargeId: values.map(({ chargeId }) => chargeId),
    amountCents: values.map(({ amountCents }) => amountCents),
    createdAt: values.map(({ createdAt }) => createdAt),
  })
}
const addAllocations = prepared<never, 'id' | keyof NewAllocation>(
  a => sql`insert into allocations (id, payment_id, charge_id, amount_cents, created_at)
    select * from unnest(${a.id}::uuid[], ${a.paymentId}::uuid[], ${a.chargeId}::uuid[], ${a.amountCents}::bigint[], ${a.createdAt}::timestamptz[])`,
)

type NewInvoice = Omit<typeof invoices.$inferSelect, 'number' | 'lines' | 'createdAt'> & {
  invoicePrefix: string
  /** As JSON. */
  lines: string
  createdAt: Date
}
/** Adds an invoice with the next number, and returns the number. */
export const insertInvoice = async (db: Db, invoice: NewInvoice): Promise<string> =>
  (await addInvoice(db, invoice))[0]!.number
const addInvoice = prepared<{ number: string }, keyof NewInvoice>(
  i => sql`with taken as (${takingNumber({ kind: 'invoice', prefix: sql`${i.invoicePrefix}::text`, onDay: sql`${i.issuedOn}::text` })})
    insert into invoices (id, number, household_id, term_id, registration_id, lines, total_cents, issued_on, due_on, created_at)
    select ${i.id}::uuid, taken.number, ${i.householdId}::uuid, ${i.termId}::uuid, ${i.registrationId}::uuid, ${i.lines}::jsonb, ${i.totalCents}::bigint,
      ${i.issuedOn}::date, ${i.dueOn}::date, ${i.createdAt}::timestamptz from taken returning number`,
)

/** Inserts charges, on an invoice or not. The caller has locked the account. */
export const insertCharges = async (db: Db, values: (typeof charges.$inferInsert)[]): Promise<void> => {
  if (values.length > 0) await db.insert(charges).values(values)
}

/**
 * A household's ledger balance (negative for credit), and the part of its credit that is being refunded and has not
 * left the school, both in cents.
 */
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

/** What a household has to pay in cents; negative for unused credit. */
export const findBalance = async (db: Db, householdId: string): Promise<number> =>
  (await findBalanceOf(db, { householdId }))[0]!.balance
const findBalanceOf = prepared<{ balance: number }, 'householdId'>(
  ({ householdId }) => sql`select ${dueOf(sql`${householdId}::uuid`)} as balance`,
)

type LockedPayment = Pick<typeof payments.$inferSelect, 'householdId' | 'number' | 'status' | 'method' | 'reference'>
/** Locks a payment and its account. */
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

type Undone = {
  paymentId: string
  status: 'bounced' | 'voided'
  reason: string
  cause: ReversalCause | undefined
  onDay: string
  at: Date
}

/** Undoes a payment by counter-entries: every allocation gets its negative, and the reversal is a row of its own. */
export const undoPayment = async (db: Db, { paymentId, status, reason, cause, onDay, at }: Undone): Promise<void> => {
  await db.update(payments).set({ status }).where(eq(payments.id, paymentId))
  await db.insert(paymentReversals).values({ paymentId, reason, cause, onDay, createdAt: at })
  await unapply(db, paymentId, undefined, at)
}

/** The amounts refunded from a payment, refund by refund. */
export const listGone = async (db: Db, paymentId: string): Promise<number[]> =>
  (
    await rows<{ amountCents: number }>(
      db,
      sql`select r.amount_cents from refunds r where r.payment_id = ${paymentId}::uuid and ${isPaidOut} order by r.created_at, r.id`,
    )
  ).map(({ amountCents }) => amountCents)

export const insertRefund = async (db: Db, values: typeof refunds.$inferInsert): Promise<void> => {
  await db.insert(refunds).values(values)
}

/**
 * Removes a payment from the charges it covers, or from one of them, by negative allocations. Returns the amount in
 * cents.
 */
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
  (await findMembers(db, { householdId })).map(({ id }) => id)
const findMembers = prepared<{ id: string }, 'householdId'>(
  ({ householdId }) => sql`select person_id as id from household_members where household_id = ${householdId}::uuid`,
)

/** The school's legal name and tax number, as columns. */
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
  /** Who paid: the name the office recorded, or else the family's. */
  payer: string
  payerNativeName: string
  method: string
  reference: string
  amountCents: number
  receivedOn: string
  status: PaymentStatus
  /** The day on which it was returned or voided. */
  reversedOn: string | null
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

/** Everything printed on a receipt; for a student whose record the reader may not see, only the amounts. */
export const findReceipt = async (
  db: Db,
  seen: Scope<'payments'>,
  children: Scope<'students'>,
  id: string,
): Promise<Receipt | null> => {
  const isNamed = sql`(students.id is not null or (c.student_id is null and not ${mayBeOfUnseen(sql`c.id`, children)}))`
  const [receipt] = await rows<Receipt>(
    db,
    sql`
    select payments.household_id, payments.number, school.name as school, school.native_name as "schoolNative", school.address, ${legal}, school.zone, school.currency,
      coalesce(nullif(payments.payer, ''), h.name) as payer, ${nativeHousehold(sql`h.id`, sql`coalesce(nullif(payments.payer, ''), h.name)`)} as "payerNativeName", payments.method, payments.reference, payments.amount_cents, payments.received_on, payments.status,
      (select v.on_day from payment_reversals v where v.payment_id = payments.id) as "reversedOn",
      ${paidOutOf('payments')} as "refundedCents",
      coalesce((select json_agg(json_build_object('student', coalesce(p.name, ''), 'nativeName', coalesce(p.native_name, ''), 'kind', c.kind, 'description', case when ${isNamed} then c.description else '' end,
          'nativeDescription', case when ${isNamed} then ${nativeDescription} else '' end, 'amountCents', l.amount) order by p.name nulls last, c.kind desc)
        from (select charge_id, sum(amount_cents)::bigint as amount from allocations where payment_id = payments.id group by charge_id) l
        join charges c on c.id = l.charge_id left join students on students.id = c.student_id and ${children} left join persons p on p.id = students.id left join enrolments en on en.id = c.enrolment_id left join sections sec on sec.id = en.section_id where l.amount <> 0), '[]') as allocations
    from payments join households h on h.id = payments.household_id cross join school where ${and(seen, eq(payments.id, id))}`,
  )
  return receipt ?? null
}
