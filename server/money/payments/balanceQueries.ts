import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import type { Age } from '#contract/money/payments.ts'
import type { balanceViews } from '#contract/money/payments.plain.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { limitTo, pageSize } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { fitOf } from '#server/access/users/tables.ts'
import { familiesMeant, nativeHousehold } from '#server/people/parents/tables.ts'
import { everyBalance } from './tables.ts'

type Answer = Output<'payments-households'>
type Row = Answer['rows'][number]
type View = (typeof balanceViews)[number]
/** `due` is the view with what has to be done: the overdue families or, without any, the owing ones. */
type BalanceFilter = { search: string; view: View | 'due'; age: Age | undefined; today: string }
/** `search` is for the order by fit. */
type BalanceOrder = { by: 'name' | 'balance' | 'due' | 'fit'; down: boolean; search: string }

/**
 * The families in scope with their balances (null for a family without charges, payments and refunds), and whether the
 * search means them (`is_meant`). Without stored balances they are added up once for the whole statement.
 */
const standing = (seen: Scope<'households'>, stored: SQL | undefined, { search, view, today }: BalanceFilter): SQL => {
  // A family without a balance is only in the view of all. In others the planner can leave out households whose names
  // nothing reads, and for totals that is half of the work.
  const [join, id] = view === 'all' ? [sql`right join`, sql`households.id`] : [sql`left join`, sql`b.household_id`]
  const [meant, isMeant] =
    search === ''
      ? [sql``, sql`true`]
      : [sql`meant as materialized (${familiesMeant(search)}),`, sql`households.id in (select id from meant)`]
  return sql`${meant}
  standing as ${stored ? sql`not materialized` : sql`materialized`} (
    select ${id} as id, households.name, charged, paid, balance, returning_cents, due_on, overdue, current, days30, days60, older,
      current + days30 + days60 + older - balance as credit, ${isMeant} as is_meant
    from ${stored ?? everyBalance(today)} b ${join} households on households.id = b.household_id where ${seen}
  )`
}

const isOverdue = sql`overdue > 0`
const isAnyOverdue = sql`exists (select 1 from standing where ${isOverdue})`
const inView: Record<View | 'due', SQL> = {
  all: sql`true`,
  owing: sql`balance > 0`,
  overdue: isOverdue,
  credit: sql`balance < 0`,
  due: sql`balance > 0 and (${isOverdue} or not ${isAnyOverdue})`,
}
const ofAge: Record<Age, SQL> = {
  current: sql`current > 0`,
  days30: sql`days30 > 0`,
  days60: sql`days60 > 0`,
  older: sql`older > 0`,
}
const isFound = ({ view, age }: BalanceFilter): SQL =>
  sql`(is_meant and ${inView[view]} and ${age ? ofAge[age] : sql`true`})`

const columns = (search: string): Record<BalanceOrder['by'], { column: SQL; type: SQL }> => ({
  fit: {
    column: sql`(${fitOf(sql`standing.name`, sql`''`, search)} || ' ' || standing.name)`,
    type: sql`text`,
  },
  name: { column: sql`standing.name`, type: sql`text` },
  balance: { column: sql`coalesce(standing.balance, 0)`, type: sql`bigint` },
  due: { column: sql`coalesce(standing.due_on, 'infinity'::date)`, type: sql`date` },
})

/** The families of `standing` to show, in their order; null as limit for all. */
const shown = (
  only: BalanceFilter,
  { by, down, search }: BalanceOrder,
  after: readonly unknown[] | null,
  limit: number | null,
): SQL => {
  const { column, type } = columns(search)[by]
  const direction = down ? sql`desc` : sql`asc`
  // Names come after the limit, so that only an order by name reads those of all families.
  return sql`select standing.id as "householdId", households.name as household, ${nativeHousehold(sql`standing.id`, sql`households.name`)} as "householdNativeName",
      coalesce(charged, 0) as "chargedCents", coalesce(paid, 0) as "paidCents", coalesce(balance, 0) as "balanceCents",
      coalesce(current, 0) as current, coalesce(days30, 0) as days30, coalesce(days60, 0) as days60, coalesce(older, 0) as older,
      coalesce(credit, 0) as "creditCents", coalesce(returning_cents, 0) as "returningCents", due_on as "dueOn", standing.key,
      (select to_char(max(r.created_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from payment_reminders r where r.household_id = standing.id) as "remindedAt",
      coalesce((select json_agg(json_build_object('name', p.name, 'nativeName', p.native_name) order by m.contact_order, p.id) from household_members m join persons p on p.id = m.person_id where m.household_id = standing.id), '[]') as guardians
    from (select id, charged, paid, balance, current, days30, days60, older, credit, returning_cents, due_on, ${column} as key from standing
      where ${isFound(only)} and ${after ? sql`(${column}, standing.id) ${down ? sql`<` : sql`>`} (${after[0]}::${type}, ${after[1]}::uuid)` : sql`true`}
      order by key ${direction}, id ${direction} ${limitTo(limit)}) standing
    join households on households.id = standing.id order by standing.key ${direction}, standing.id ${direction}`
}

/** All matching families, with their balance by age. */
export const listBalances = (
  db: Db,
  seen: Scope<'households'>,
  only: BalanceFilter,
  order: BalanceOrder,
): Promise<Row[]> => rows<Row>(db, sql`with ${standing(seen, undefined, only)} ${shown(only, order, null, null)}`)

type Found = Pick<Answer, 'view' | 'total' | 'totals' | 'sums'> & { found: (Row & { key: string | number })[] }

/**
 * Families with their balance by age after the given key, one more than a page, and the sums over all families in scope
 * and over those that match. `stored` are the balances, if they are up to date (`storedBalances`).
 */
export const findBalances = async (
  db: Db,
  seen: Scope<'households'>,
  stored: SQL | undefined,
  only: BalanceFilter,
  order: BalanceOrder,
  after: readonly unknown[] | null,
): Promise<Found> => {
  const view = only.view === 'due' ? sql`case when ${isAnyOverdue} then 'overdue' else 'owing' end` : sql`${only.view}`
  const [answer] = await rows<Found>(
    db,
    sql`with ${standing(seen, stored, only)}
      select ${view} as view, count(*) filter (where is_found)::int as total,
        json_build_object('owingCents', coalesce(sum(balance) filter (where balance > 0), 0), 'overdueCents', coalesce(sum(overdue), 0),
          'creditCents', coalesce(-sum(balance) filter (where balance < 0), 0),
          'receivedCents', (select coalesce(sum(y.amount_cents), 0) from payments y join households on households.id = y.household_id
            where ${seen} and y.status = 'succeeded' and y.received_on between date_trunc('month', ${only.today}::date)::date and ${only.today}::date),
          'receivedFrom', date_trunc('month', ${only.today}::date)::date) as totals,
        json_build_object('current', coalesce(sum(current) filter (where is_found), 0), 'days30', coalesce(sum(days30) filter (where is_found), 0),
          'days60', coalesce(sum(days60) filter (where is_found), 0), 'older', coalesce(sum(older) filter (where is_found), 0),
          'creditCents', coalesce(sum(credit) filter (where is_found), 0), 'balanceCents', coalesce(sum(balance) filter (where is_found), 0)) as sums,
        coalesce((select json_agg(r) from (${shown(only, order, after, pageSize + 1)}) r), '[]') as found
      from (select standing.*, ${isFound(only)} as is_found from standing offset 0) standing`,
  )
  return answer!
}
