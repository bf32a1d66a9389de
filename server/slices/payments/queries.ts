import { and, eq, sql } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import type { Ledger, PaymentStatus } from '#contract/payments.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, pageSize } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { households } from '#server/slices/parents/tables.ts'
import { allocations, balanceOf, paymentReversals, payments } from './tables.ts'

type FoundLedger = Omit<Ledger, 'invoices'> & { invoices: Omit<Ledger['invoices'][number], 'status'>[] }

/**
 * Households' ledgers with running balances, oldest entry first, in one statement. Balance = charges − discounts −
 * payments that stand; owed = what allocations leave open of the charges; credit = what payments leave unallocated.
 */
export const findLedgers = (
  db: Db,
  seen: Scope<'households'>,
  householdId: string | undefined,
): Promise<FoundLedger[]> =>
  rows<FoundLedger>(
    db,
    sql`
    with house as (select households.id, households.name from households where ${and(seen, householdId ? eq(households.id, householdId) : undefined)}),
    entries as (
      select c.household_id, c.id, c.created_at as at, c.on_day, 'charge' as kind, 1 as step, c.kind as charge_kind, null::text as rule, null::text as method, c.student_id, c.description,
        '' as reference, c.amount_cents as amount, null::uuid as receipt_id, null::text as receipt_number, null::text as status, c.id as group_id
      from charges c join house on house.id = c.household_id
      union all
      select c.household_id, d.id, d.created_at, c.on_day, 'discount', 2, c.kind, d.rule, null, c.student_id, d.label, '', -d.amount_cents, null, null, null, c.id
      from discounts d join charges c on c.id = d.charge_id join house on house.id = c.household_id
      union all
      select p.household_id, p.id, p.created_at, p.received_on, 'payment', 3, null, null, p.method, null, p.payer, p.reference, -p.amount_cents, p.id, p.number, p.status, p.id
      from payments p join house on house.id = p.household_id where p.status in ('succeeded','bounced')
      union all
      select p.household_id, r.payment_id, r.created_at, r.on_day, 'reversal', 4, null, null, p.method, null, r.reason, p.reference, p.amount_cents, null, p.number, null, p.id
      from payment_reversals r join payments p on p.id = r.payment_id join house on house.id = p.household_id
    ), running as (
      select entries.*, sum(amount) over (partition by household_id order by at, group_id, step, id)::bigint as balance from entries
    ), cover as (
      select c.household_id, c.invoice_id,
        c.amount_cents - coalesce((select sum(d.amount_cents) from discounts d where d.charge_id = c.id), 0) as net,
        coalesce((select sum(l.amount_cents) from allocations l where l.charge_id = c.id), 0) as paid
      from charges c join house on house.id = c.household_id
    )
    select house.id as "householdId", house.name as household,
      coalesce((select json_agg(json_build_object('id', e.id, 'at', e.at, 'onDay', e.on_day, 'kind', e.kind, 'chargeKind', e.charge_kind, 'rule', e.rule, 'method', e.method,
          'student', coalesce(p.name, ''), 'studentNativeName', coalesce(p.native_name, ''), 'section', case when e.kind = 'charge' then e.description else '' end,
          'sectionNativeName', case when e.kind = 'charge' and sec.name = e.description then sec.native_name else '' end, 'description', e.description,
          'reference', e.reference, 'amountCents', e.amount, 'balanceCents', e.balance, 'receiptId', e.receipt_id, 'receiptNumber', e.receipt_number, 'status', e.status)
          order by e.at, e.group_id, e.step, e.id)
        from running e left join persons p on p.id = e.student_id left join charges ch on ch.id = e.group_id
          left join enrolments en on en.id = ch.enrolment_id left join sections sec on sec.id = en.section_id where e.household_id = house.id), '[]') as entries,
      coalesce((select json_agg(json_build_object('id', i.id, 'number', i.number, 'term', t.name, 'termNativeName', t.native_name, 'issuedOn', i.issued_on, 'dueOn', i.due_on, 'totalCents', i.total_cents,
          'paidCents', coalesce((select sum(paid) from cover where cover.invoice_id = i.id), 0)) order by i.created_at desc)
        from invoices i join terms t on t.id = i.term_id where i.household_id = house.id), '[]') as invoices,
      coalesce((select sum(amount) from entries where household_id = house.id), 0)::bigint as "balanceCents",
      coalesce((select sum(net - paid) from cover where household_id = house.id), 0)::bigint as "owedCents",
      (coalesce((select sum(amount_cents) from payments where household_id = house.id and status = 'succeeded'), 0)
        - coalesce((select sum(paid) from cover where household_id = house.id), 0))::bigint as "creditCents"
    from house order by house.name`,
  )

export const lockHousehold = async (db: Db, seen: Scope<'households'>, id: string): Promise<boolean> =>
  (
    await db
      .select({ id: households.id })
      .from(households)
      .where(and(seen, eq(households.id, id)))
      .for('update')
  ).length === 1

/** Charges that are not fully covered yet, the earliest due first. */
export const listOpenCharges = (
  db: Db,
  householdId: string,
): Promise<{ id: string; dueOn: string; outstandingCents: number }[]> =>
  rows(
    db,
    sql`
    select * from (
      select c.id, c.due_on as "dueOn", (c.amount_cents - coalesce((select sum(d.amount_cents) from discounts d where d.charge_id = c.id), 0)
        - coalesce((select sum(l.amount_cents) from allocations l where l.charge_id = c.id), 0))::bigint as "outstandingCents"
      from charges c where c.household_id = ${householdId}::uuid order by c.due_on, c.created_at, c.id
    ) open where "outstandingCents" > 0`,
  )

/** What payments that stand have left unallocated, oldest first. */
export const listCredits = (db: Db, householdId: string): Promise<{ paymentId: string; creditCents: number }[]> =>
  rows(
    db,
    sql`
    select * from (
      select p.id as "paymentId", (p.amount_cents - coalesce((select sum(l.amount_cents) from allocations l where l.payment_id = p.id), 0))::bigint as "creditCents"
      from payments p where p.household_id = ${householdId}::uuid and p.status = 'succeeded' order by p.created_at, p.id
    ) credit where "creditCents" > 0`,
  )

export const insertPayment = async (db: Db, values: typeof payments.$inferInsert): Promise<void> => {
  await db.insert(payments).values(values)
}
export const insertAllocations = async (db: Db, values: (typeof allocations.$inferInsert)[]): Promise<void> => {
  if (values.length > 0) await db.insert(allocations).values(values)
}

export const findBalance = async (db: Db, householdId: string): Promise<number> =>
  (await rows<{ balance: number }>(db, sql`select ${balanceOf(sql`${householdId}::uuid`)} as balance`))[0]!.balance

export const lockPayment = async (
  db: Db,
  seen: Scope<'payments'>,
  id: string,
): Promise<{ householdId: string; status: PaymentStatus } | null> => {
  const [payment] = await db
    .select({ householdId: payments.householdId, status: payments.status })
    .from(payments)
    .where(and(seen, eq(payments.id, id)))
    .for('update')
  return payment ?? null
}

/** Undoes a payment by counter-entries: every allocation gets its negative, the reversal is a row of its own. */
export const reversePayment = async (
  db: Db,
  paymentId: string,
  reason: string,
  onDay: string,
  at: Date,
): Promise<void> => {
  await db.update(payments).set({ status: 'bounced' }).where(eq(payments.id, paymentId))
  await db.insert(paymentReversals).values({ paymentId, reason, onDay, createdAt: at })
  const live = await rows<{ chargeId: string; amountCents: number }>(
    db,
    sql`select charge_id as "chargeId", sum(amount_cents)::bigint as "amountCents" from allocations where payment_id = ${paymentId}::uuid group by charge_id having sum(amount_cents) <> 0`,
  )
  await insertAllocations(
    db,
    live.map(({ chargeId, amountCents }) => ({ paymentId, chargeId, amountCents: -amountCents, createdAt: at })),
  )
}

export const listMembers = async (db: Db, householdId: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select person_id as id from household_members where household_id = ${householdId}::uuid`,
    )
  ).map(({ id }) => id)

type Row = Output<'payments-households'>['rows'][number]
type View = 'all' | 'owing' | 'overdue' | 'credit'

const balances = (seen: Scope<'households'>, today: string) => sql`
  balances as (
    select households.id, households.name,
      coalesce((select sum(c.amount_cents - coalesce((select sum(d.amount_cents) from discounts d where d.charge_id = c.id), 0)) from charges c where c.household_id = households.id), 0)::bigint as charged,
      coalesce((select sum(p.amount_cents) from payments p where p.household_id = households.id and p.status = 'succeeded'), 0)::bigint as paid,
      (select min(c.due_on) from charges c where c.household_id = households.id and c.amount_cents - coalesce((select sum(d.amount_cents) from discounts d where d.charge_id = c.id), 0)
        - coalesce((select sum(l.amount_cents) from allocations l where l.charge_id = c.id), 0) > 0) as due_on
    from households where ${seen}
  ), standing as (select *, charged - paid as balance, due_on < ${today}::date as is_overdue from balances)`

const inView = (view: View) =>
  ({ all: sql`true`, owing: sql`balance > 0`, overdue: sql`balance > 0 and is_overdue`, credit: sql`balance < 0` })[
    view
  ]
const matching = (search: string) =>
  search === ''
    ? sql`true`
    : sql`(lower(standing.name) like ${containing(search)} or exists (select 1 from household_members m join persons p on p.id = m.person_id where m.household_id = standing.id and p.search_text like ${containing(search)}))`

export const listBalances = (
  db: Db,
  seen: Scope<'households'>,
  only: { search: string; view: View; today: string },
  after: readonly unknown[] | null,
): Promise<Row[]> =>
  rows<Row>(
    db,
    sql`with ${balances(seen, only.today)}
    select standing.id as "householdId", standing.name as household, charged as "chargedCents", paid as "paidCents", balance as "balanceCents", due_on as "dueOn",
      coalesce((select string_agg(trim(p.name || ' ' || p.native_name), ', ' order by m.contact_order) from household_members m join persons p on p.id = m.person_id where m.household_id = standing.id), '') as guardians
    from standing where ${inView(only.view)} and ${matching(only.search)} and ${after ? sql`(standing.name, standing.id) > (${after[0]}, ${after[1]}::uuid)` : sql`true`}
    order by standing.name, standing.id limit ${pageSize + 1}`,
  )

export const sumBalances = async (
  db: Db,
  seen: Scope<'households'>,
  only: { search: string; view: View; today: string },
) =>
  (
    await rows<{ total: number; owingCents: number; overdueCents: number; paidCents: number; creditCents: number }>(
      db,
      sql`with ${balances(seen, only.today)}
      select count(*) filter (where ${inView(only.view)} and ${matching(only.search)})::int as total,
        coalesce(sum(balance) filter (where balance > 0), 0)::bigint as "owingCents",
        coalesce(sum(balance) filter (where balance > 0 and is_overdue), 0)::bigint as "overdueCents",
        coalesce(sum(paid), 0)::bigint as "paidCents",
        coalesce(-sum(balance) filter (where balance < 0), 0)::bigint as "creditCents" from standing`,
    )
  )[0]!

export type Receipt = {
  number: string
  school: string
  schoolNative: string
  address: string
  zone: string
  currency: string
  household: string
  payer: string
  method: string
  reference: string
  amountCents: number
  receivedOn: string
  status: PaymentStatus
  allocations: { student: string; nativeName: string; kind: string; description: string; amountCents: number }[]
}

/** Everything that stands on a receipt. */
export const findReceipt = async (db: Db, seen: Scope<'payments'>, id: string): Promise<Receipt | null> => {
  const [receipt] = await rows<Receipt>(
    db,
    sql`
    select payments.number, school.name as school, school.native_name as "schoolNative", school.address, school.zone, school.currency, h.name as household, payments.payer, payments.method,
      payments.reference, payments.amount_cents as "amountCents", payments.received_on as "receivedOn", payments.status,
      coalesce((select json_agg(json_build_object('student', coalesce(p.name, ''), 'nativeName', coalesce(p.native_name, ''), 'kind', c.kind, 'description', c.description, 'amountCents', l.amount) order by p.name nulls last, c.kind desc)
        from (select charge_id, sum(amount_cents)::bigint as amount from allocations where payment_id = payments.id group by charge_id) l
        join charges c on c.id = l.charge_id left join persons p on p.id = c.student_id where l.amount <> 0), '[]') as allocations
    from payments join households h on h.id = payments.household_id cross join school where ${and(seen, eq(payments.id, id))}`,
  )
  return receipt ?? null
}
