import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import type { Age } from '#contract/money/payments.ts'
import type { balanceViews } from '#contract/money/payments.plain.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { pageSize } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { fitOf } from '#server/access/users/tables.ts'
import { familyMatches, nativeHousehold } from '#server/people/parents/tables.ts'
import { everyCharge, everyPayment, isReturning } from './tables.ts'

type Answer = Output<'payments-households'>
type Row = Answer['rows'][number]
type View = (typeof balanceViews)[number]
/** `due` is the view with what has to be done: the overdue families or, without any, the owing ones. */
type BalanceFilter = { search: string; view: View | 'due'; age: Age | undefined; today: string }
/** `search` is for the order by fit. */
type BalanceOrder = { by: 'name' | 'balance' | 'due' | 'fit'; down: boolean; search: string }

// Each table is summed once as a whole; per family it would be thousands of small sums.
const standing = (seen: Scope<'households'>, today: string): SQL => sql`
  nets as (${everyCharge}
  ), asked as (
    select household_id, sum(net)::bigint as charged, min(due_on) filter (where open > 0) as due_on, sum(open)::bigint as owed,
      sum(open) filter (where due_on >= ${today}::date)::bigint as current,
      sum(open) filter (where due_on < ${today}::date and due_on >= ${today}::date - 30)::bigint as days30,
      sum(open) filter (where due_on < ${today}::date - 30 and due_on >= ${today}::date - 60)::bigint as days60,
      sum(open) filter (where due_on < ${today}::date - 60)::bigint as older
    from nets group by household_id
  ), kept as (
    select household_id, sum(kept)::bigint as paid from (${everyPayment}) payment group by household_id
  ), returning_money as (
    select household_id, sum(amount_cents)::bigint as returning_cents from refunds r where ${isReturning} group by household_id
  ), standing as materialized (
    select households.id, households.name, coalesce(a.charged, 0) as charged, coalesce(k.paid, 0) as paid,
      coalesce(a.charged, 0) - coalesce(k.paid, 0) + coalesce(b.returning_cents, 0) as balance, coalesce(b.returning_cents, 0) as returning_cents, coalesce(a.due_on, 'infinity'::date) as due_on, a.due_on < ${today}::date as is_overdue,
      coalesce(a.current, 0) as current, coalesce(a.days30, 0) as days30, coalesce(a.days60, 0) as days60, coalesce(a.older, 0) as older,
      coalesce(a.owed, 0) - coalesce(a.charged, 0) + coalesce(k.paid, 0) - coalesce(b.returning_cents, 0) as credit
    from households left join asked a on a.household_id = households.id left join kept k on k.household_id = households.id
      left join returning_money b on b.household_id = households.id where ${seen}
  )`

const isOverdue = sql`balance > 0 and is_overdue`
const isAnyOverdue = sql`exists (select 1 from standing where ${isOverdue})`
const inView: Record<View | 'due', SQL> = {
  all: sql`true`,
  owing: sql`balance > 0`,
  overdue: isOverdue,
  credit: sql`balance < 0`,
  due: sql`balance > 0 and (is_overdue or not ${isAnyOverdue})`,
}
const ofAge: Record<Age, SQL> = {
  current: sql`current > 0`,
  days30: sql`days30 > 0`,
  days60: sql`days60 > 0`,
  older: sql`older > 0`,
}
const matching = ({ search, view, age }: BalanceFilter): SQL => sql`${inView[view]} and ${age ? ofAge[age] : sql`true`}
  and ${familyMatches(sql`standing.id`, search)}`

const columns = (search: string): Record<BalanceOrder['by'], { column: SQL; type: SQL }> => ({
  fit: {
    column: sql`(${fitOf(sql`standing.name`, sql`''`, search)} || ' ' || standing.name)`,
    type: sql`text`,
  },
  name: { column: sql`standing.name`, type: sql`text` },
  balance: { column: sql`standing.balance`, type: sql`bigint` },
  due: { column: sql`standing.due_on`, type: sql`date` },
})

/** The rows of `from` to show, in their order; null as limit for all. */
const shown = (
  from: SQL,
  { by, down, search }: BalanceOrder,
  after: readonly unknown[] | null,
  limit: number | null,
): SQL => {
  const { column, type } = columns(search)[by]
  const direction = down ? sql`desc` : sql`asc`
  const order = sql`order by ${column} ${direction}, standing.id ${direction}`
  return sql`select standing.id as "householdId", standing.name as household, ${nativeHousehold(sql`standing.id`, sql`standing.name`)} as "householdNativeName", charged as "chargedCents", paid as "paidCents", balance as "balanceCents",
      current, days30, days60, older, credit as "creditCents", returning_cents as "returningCents", nullif(due_on, 'infinity'::date) as "dueOn", ${column} as key,
      (select to_char(max(r.created_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from payment_reminders r where r.household_id = standing.id) as "remindedAt",
      coalesce((select json_agg(json_build_object('name', p.name, 'nativeName', p.native_name) order by m.contact_order, p.id) from household_members m join persons p on p.id = m.person_id where m.household_id = standing.id), '[]') as guardians
    from (select * from ${from} standing
      where ${after ? sql`(${column}, standing.id) ${down ? sql`<` : sql`>`} (${after[0]}::${type}, ${after[1]}::uuid)` : sql`true`}
      ${order} ${limit === null ? sql`` : sql`limit ${limit}`}) standing ${order}`
}

/** All matching families, with their balance by age. */
export const listBalances = (
  db: Db,
  seen: Scope<'households'>,
  only: BalanceFilter,
  order: BalanceOrder,
): Promise<Row[]> =>
  rows<Row>(
    db,
    sql`with ${standing(seen, only.today)} ${shown(sql`(select * from standing where ${matching(only)})`, order, null, null)}`,
  )

type Found = Pick<Answer, 'view' | 'total' | 'totals' | 'sums'> & { found: (Row & { key: string | number })[] }

/**
 * Families with their balance by age after the given key, one more than a page, and the sums over all families in scope
 * and over those that match. One statement, because summing takes longer than everything else.
 */
export const findBalances = async (
  db: Db,
  seen: Scope<'households'>,
  only: BalanceFilter,
  order: BalanceOrder,
  after: readonly unknown[] | null,
): Promise<Found> => {
  const view = only.view === 'due' ? sql`case when ${isAnyOverdue} then 'overdue' else 'owing' end` : sql`${only.view}`
  const [answer] = await rows<Found>(
    db,
    sql`with ${standing(seen, only.today)}, found as materialized (select * from standing where ${matching(only)})
      select ${view} as view, (select count(*)::int from found) as total,
        (select json_build_object('owingCents', coalesce(sum(balance) filter (where balance > 0), 0), 'overdueCents', coalesce(sum(balance) filter (where ${isOverdue}), 0),
          'creditCents', coalesce(-sum(balance) filter (where balance < 0), 0),
          'receivedCents', (select coalesce(sum(y.amount_cents), 0) from payments y join standing on standing.id = y.household_id
            where y.status = 'succeeded' and y.received_on between date_trunc('month', ${only.today}::date)::date and ${only.today}::date),
          'receivedFrom', date_trunc('month', ${only.today}::date)::date) from standing) as totals,
        (select json_build_object('current', coalesce(sum(current), 0), 'days30', coalesce(sum(days30), 0), 'days60', coalesce(sum(days60), 0), 'older', coalesce(sum(older), 0),
          'creditCents', coalesce(sum(credit), 0), 'balanceCents', coalesce(sum(balance), 0)) from found) as sums,
        coalesce((select json_agg(r) from (${shown(sql`found`, order, after, pageSize + 1)}) r), '[]') as found`,
  )
  return answer!
}
