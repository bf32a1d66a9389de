import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { findFaults } from './checkQueries.ts'
import { checkLedgers } from './jobs.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const check = (at: string) =>
  checkLedgers.run(
    {},
    {
      database: s.database,
      now: new Date(at),
      settings: s.settings,
      signal: AbortSignal.timeout(60_000),
      enqueue: s.jobs.enqueue,
      touch: async () => undefined,
    },
  )
const waiting = async () => (await s.ida.call('dashboard-attention', {})).items.find(({ key }) => key === 'ledgers')
const householdId = () => s.annRegistration.householdId
const pay = (amountCents: number) =>
  s.ida.call('payments-record', {
    householdId: householdId(),
    method: 'cash',
    amountCents,
    receivedOn: '2026-09-13',
    reference: '',
    payer: '',
  })

test('an account whose ledger has a fault is listed for the office until it is corrected', async () => {
  await pay(5_000)
  await check('2026-09-14T04:50:00Z')
  expect(await waiting()).toBeUndefined()

  // No call does this: it repeats the first allocation, for which the payment has no money left.
  const [twice] = await rows<{ id: string }>(
    s.database.db,
    sql`insert into allocations (id, payment_id, charge_id, amount_cents, created_at)
      select ${newId()}::uuid, payment_id, charge_id, amount_cents, now() from allocations limit 1 returning id`,
  )
  await check('2026-09-15T04:50:00Z')
  expect(await waiting()).toMatchObject({ n: 1, since: '2026-09-15' })
  const { rows: list } = await s.ida.call('dashboard-list', { key: 'ledgers' })
  expect(list).toMatchObject([{ target: 'account', targetId: householdId(), name: 'Ann Wang' }])

  // Corrected with one more row, as all money is.
  await s.database.db.execute(
    sql`insert into allocations (id, payment_id, charge_id, amount_cents, created_at)
      select ${newId()}::uuid, payment_id, charge_id, -amount_cents, now() from allocations where id = ${twice!.id}::uuid`,
  )
  await check('2026-09-16T04:50:00Z')
  expect(await waiting()).toBeUndefined()
})

test('each kind of fault is found', async () => {
  const { db } = s.database
  const kindsAfter = async (...writes: ReturnType<typeof sql>[]) => {
    const back = new Error('back')
    let kinds: string[] = []
    await s.database
      .transaction(async inside => {
        for (const write of writes) await inside.execute(write)
        kinds = (await findFaults(inside)).map(({ kind }) => kind)
        throw back
      })
      .catch((error: unknown) => {
        if (error !== back) throw error
      })
    return kinds
  }
  expect(await findFaults(db)).toEqual([])
  const [payment] = await rows<{ id: string }>(db, sql`select id from payments limit 1`)
  const [charge] = await rows<{ id: string }>(
    db,
    sql`select id from charges where household_id = ${householdId()}::uuid order by amount_cents desc limit 1`,
  )
  const [other] = await rows<{ id: string }>(
    db,
    sql`select id from charges where household_id <> ${householdId()}::uuid limit 1`,
  )
  const allocate = (chargeId: string, cents: number) =>
    sql`insert into allocations (id, payment_id, charge_id, amount_cents, created_at) values (${newId()}, ${payment!.id}, ${chargeId}, ${cents}, now())`
  const refund = (method: string, cents: number) =>
    sql`insert into refunds (id, payment_id, household_id, amount_cents, method, reason, status, on_day, created_at)
      values (${newId()}, ${payment!.id}, ${householdId()}, ${cents}, ${method}, '', 'sent', '2026-09-13', now())`
  expect(await kindsAfter(allocate(charge!.id, 10_000_000))).toEqual(['charge-covered-beyond', 'payment-used-beyond'])
  expect(await kindsAfter(allocate(other!.id, 1), allocate(charge!.id, -1))).toEqual(['paid-for-another-family'])
  expect(await kindsAfter(refund('cash', 5_001))).toEqual(['payment-used-beyond', 'refunded-beyond'])
  expect(
    await kindsAfter(
      sql`select set_config('lantern.undoing', 'on', true)`,
      sql`update payments set method = 'card' where id = ${payment!.id}`,
      refund('card', 5_001),
    ),
  ).toContain('refunded-to-card-beyond')
})
