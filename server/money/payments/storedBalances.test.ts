import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dueOf as dueIn } from '#rules/ledger.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { checkLedgers } from './jobs.ts'
import { markWrongBalances, storedBalances } from './storedBalanceQueries.ts'
import { everyBalance } from './tables.ts'

const today = '2026-09-13'
let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())
beforeEach(() => storedBalances(s.database.db, today))

const householdId = () => s.annRegistration.householdId
const countOf = async (from: SQL): Promise<number> =>
  (await rows<{ n: number }>(s.database.db, sql`select count(*)::int as n from ${from}`))[0]!.n
const read = (db: Db = s.database.db, day = today) =>
  rows<{ householdId: string; balance: number; charged: number; current: number; days30: number; overdue: number }>(
    db,
    sql`select household_id, balance, charged, current, days30, overdue from ${everyBalance(day)} b where household_id = ${householdId()}::uuid`,
  )
const balance = async () => (await read())[0]!.balance
const charge = (amountCents: number, dueOn: string, id = newId()) => sql`
  insert into charges (id, household_id, kind, description, amount_cents, on_day, due_on, created_at)
  values (${id}::uuid, ${householdId()}::uuid, 'other', 'Books', ${amountCents}, ${today}, ${dueOn}, now())`

/** Every table in a plan. */
const tablesIn = (node: unknown): string[] =>
  node !== null && typeof node === 'object'
    ? Object.entries(node).flatMap(([key, value]) => (key === 'Relation Name' ? [String(value)] : tablesIn(value)))
    : []

test('every table that a balance is added up from marks the household when a row is added, changed or removed', async () => {
  const [plan] = await rows<Record<string, unknown>>(
    s.database.db,
    sql`explain (format json) select * from ${everyBalance(today)} b`,
  )
  const read = new Set(tablesIn(plan))
  for (const stored of ['household_balances', 'stale_balances', 'households']) expect(read.delete(stored)).toBe(true)
  expect(read.size).toBe(7)
  const marking = await rows<{ name: string; events: number }>(
    s.database.db,
    sql`select c.relname as name, t.tgtype & 28 as events from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgname = 'mark_stale' and c.relnamespace = current_schema()::regnamespace and t.tgenabled = 'O'`,
  )
  // 4 for an insert, 8 for a removal and 16 for a change, as the catalog has it.
  expect(new Map(marking.map(({ name, events }) => [name, events]))).toEqual(new Map([...read].map(name => [name, 28])))
})

test('a balance is exact before it is stored again, and the same after', async () => {
  const before = await balance()
  await s.database.db.execute(charge(2_500, '2026-10-01'))
  expect(await countOf(sql`stale_balances`)).toBe(1)
  expect(await balance()).toBe(before + 2_500)
  await storedBalances(s.database.db, today)
  expect(await countOf(sql`stale_balances`)).toBe(0)
  expect(await balance()).toBe(before + 2_500)
  const [ledger] = await s.ida.call('payments-ledger', { householdId: householdId() })
  expect(dueIn(ledger!)).toBe(before + 2_500)
})

test('credits, reversals, discounts and allocations of a charge count at once', async () => {
  const id = newId()
  const before = await balance()
  await s.database.db.execute(charge(9_000, '2026-10-01', id))
  await storedBalances(s.database.db, today)
  await s.database.db.execute(
    sql`insert into discounts (id, charge_id, rule, label, amount_cents, created_at) values (${newId()}::uuid, ${id}::uuid, 'sibling', 'Sibling', 1000, now())`,
  )
  expect(await balance()).toBe(before + 8_000)
  await storedBalances(s.database.db, today)
  const paid = await s.ida.call('payments-record', {
    householdId: householdId(),
    method: 'cash',
    amountCents: before + 8_000,
    receivedOn: today,
    reference: '',
    payer: '',
  })
  expect(await balance()).toBe(0)
  await storedBalances(s.database.db, today)
  await s.ida.call('payments-reverse', { chargeId: id, reason: 'Wrong family' })
  expect(await balance()).toBe(-8_000)
  await storedBalances(s.database.db, today)
  await s.ida.call('payments-void', { paymentId: paid.paymentId, reason: 'Typed twice' })
  expect(await balance()).toBe(before)
})

test('a write that commits while balances are stored again is not lost', async () => {
  const before = await balance()
  await s.database.transaction(async db => {
    await db.execute(charge(700, '2026-10-01'))
    await s.database.db.execute(charge(50, '2026-10-01'))
    await storedBalances(s.database.db, today)
    expect(await balance()).toBe(before + 50)
    expect((await read(db))[0]!.balance).toBe(before + 750)
  })
  expect(await balance()).toBe(before + 750)
  await storedBalances(s.database.db, today)
  expect(await countOf(sql`stale_balances`)).toBe(0)
  expect(await balance()).toBe(before + 750)
})

test('ages follow the day, and only what is past due counts as overdue', async () => {
  await s.database.db.execute(charge(300, '2026-11-05'))
  const [due] = await read(s.database.db, '2026-11-05')
  const [past] = await read(s.database.db, '2026-11-06')
  expect(past!.days30 - due!.days30).toBe(300)
  expect(past!.current).toBe(due!.current - 300)
  expect(past!.overdue - due!.overdue).toBe(300)
  await storedBalances(s.database.db, '2026-11-06')
  expect(await read(s.database.db, '2026-11-06')).toEqual([past])
  expect(await read(s.database.db, '2026-11-05')).toEqual([due])

  const { totals } = await s.ida.call('payments-households', {}, { now: new Date('2026-11-06T17:00:00Z') })
  const { rows: overdue, sum } = await s.ida.call(
    'dashboard-list',
    { key: 'overdue' },
    { now: new Date('2026-11-06T17:00:00Z') },
  )
  expect(overdue.find(({ targetId }) => targetId === householdId())!.amount).toBe(past!.overdue)
  expect(totals.overdueCents).toBe(sum)
})

test('the lists of families and students show a charge at once, and read the balance once it is stored', async () => {
  const listed = async () => {
    const families = await s.ida.call('parents-list', {})
    const students = await s.ida.call('students-list', { sort: 'balance', down: true })
    return [
      families.rows.find(({ id }) => id === householdId())!.balanceCents,
      students.rows.find(row => row.householdId === householdId())!.balanceCents,
    ]
  }
  const before = await balance()
  expect(await listed()).toEqual([before, before])
  await s.database.db.execute(charge(4_400, '2026-10-01'))
  expect(await listed()).toEqual([before + 4_400, before + 4_400])
  await storedBalances(s.database.db, today)
  // A stored balance is what was read: a wrong one shows.
  await s.database.db.execute(
    sql`update household_balances set charged_cents = charged_cents + 3 where household_id = ${householdId()}::uuid`,
  )
  expect(await listed()).toEqual([before + 4_403, before + 4_403])
  await s.database.db.execute(
    sql`update household_balances set charged_cents = charged_cents - 3 where household_id = ${householdId()}::uuid`,
  )
})

test('a family’s home page shows the same account before and after it is stored', async () => {
  const before = await s.ann.call('parents-home', {})
  await s.database.db.execute(charge(1_200, '2026-08-01'))
  const added = await s.ann.call('parents-home', {})
  expect([added.balanceCents, added.dueCents]).toEqual([before.balanceCents + 1_200, before.dueCents + 1_200])
  // Only what is past due is overdue; the charge of October isn't.
  expect(added.overdueCents).toBe(before.overdueCents + 1_200)
  expect(added.overdueCents).toBeLessThan(added.balanceCents)
  expect(added.toDo).toContainEqual(expect.objectContaining({ kind: 'pay', id: householdId() }))
  await storedBalances(s.database.db, today)
  expect(await s.ann.call('parents-home', {})).toEqual(added)
  // A stored account is what was read: a wrong one shows.
  await s.database.db.execute(
    sql`update household_balances set current_cents = current_cents + 5, due_on = '2026-07-01' where household_id = ${householdId()}::uuid`,
  )
  expect(await s.ann.call('parents-home', {})).toMatchObject({ dueCents: added.dueCents + 5, dueOn: '2026-07-01' })
  const makeStale = () =>
    s.database.db.execute(sql`insert into stale_balances (household_id) values (${householdId()}::uuid)`)
  await makeStale()
  expect(await s.ann.call('parents-home', {})).toEqual(added)
  // What was stored earlier shows what has become overdue since.
  await storedBalances(s.database.db, today)
  const inNovember = { now: new Date('2026-11-15T12:00:00Z') }
  const later = await s.ann.call('parents-home', {}, inNovember)
  expect(later.overdueCents).toBe(added.dueCents)
  await makeStale()
  expect(await s.ann.call('parents-home', {}, inNovember)).toEqual(later)
})

test('what can’t be stored is still read', async () => {
  const before = await balance()
  await s.database.db.execute(charge(40, '2026-10-01'))
  await s.database.pool.query(
    "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$; create trigger refuse before insert or update on household_balances for each row execute function refuse()",
  )
  try {
    await storedBalances(s.database.db, today)
    expect(await countOf(sql`stale_balances`)).toBe(1)
    expect(await balance()).toBe(before + 40)
  } finally {
    await s.database.pool.query('drop function refuse() cascade')
  }
})

test('the nightly check finds a stored balance that differs from the books, and the next reader sees the books', async () => {
  const before = await balance()
  expect(await markWrongBalances(s.database.db, today)).toBe(0)
  await s.database.db.execute(
    sql`update household_balances set paid_cents = paid_cents - 100 where household_id = ${householdId()}::uuid`,
  )
  expect(await balance()).toBe(before + 100)
  await checkLedgers.run(
    {},
    {
      database: s.database,
      now: new Date('2026-09-13T11:50:00Z'),
      settings: s.settings,
      signal: AbortSignal.timeout(60_000),
      enqueue: s.jobs.enqueue,
      touch: async () => undefined,
    },
  )
  expect(await balance()).toBe(before)
})
