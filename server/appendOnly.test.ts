import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { filledDemo, sundayAtLakeside } from '#tests/demo.ts'
import { freshDatabase, type FreshDatabase } from '#tests/database-fixture.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase(await filledDemo(sundayAtLakeside))
  // The demo gives no credit for a canceled lesson, and its audit trail is not sealed yet.
  await fresh.database.pool.query(
    `insert into charge_credits (id, charge_id, cancellation_id, amount_cents, on_day, created_at)
      select gen_random_uuid(), c.id, k.id, 1, '2026-11-22', now() from (select id from charges limit 1) c, (select id from cancellations limit 1) k`,
  )
  await fresh.database.pool.query(
    `insert into audit_seals (n, entries, hash, sealed_at) values (1, 1, 'a hash', now())`,
  )
})
afterAll(() => fresh.drop())

/** The tables that the database keeps append-only, with a change to each that someone might try. */
const kept: Record<string, string> = {
  charges: 'amount_cents = amount_cents + 1',
  discounts: 'amount_cents = amount_cents + 1',
  charge_reversals: "cause = 'declined'",
  charge_credits: 'amount_cents = amount_cents + 1',
  charge_runs: 'amount_cents = amount_cents + 1',
  invoices: 'total_cents = total_cents + 1',
  payments: 'amount_cents = amount_cents + 1',
  payment_reversals: 'on_day = on_day + 1',
  allocations: 'amount_cents = amount_cents + 1',
  refunds: 'amount_cents = amount_cents + 1',
  attendance_revisions: "code = 'excused-anew'",
  grade_revisions: "note = 'another'",
  policy_versions: "text = 'another'",
  consents: "signed_name = 'Somebody Else'",
  audit_entries: "action = 'another'",
  audit_seals: "hash = 'another'",
}

test('every append-only table is in this list', async () => {
  const found = await rows<{ name: string }>(
    fresh.database.db,
    sql`select tgrelid::regclass::text as name from pg_trigger where tgname = 'keep_written' order by 1`,
  )
  expect(found.map(({ name }) => name)).toEqual(Object.keys(kept).toSorted())
})

test.each(Object.entries(kept))('%s: no row can be changed or deleted', async (table, change) => {
  const run = (text: string) => fresh.database.pool.query(text)
  const before = await run(
    `select md5(string_agg(x::text, ',' order by x::text)) as sum, count(*)::int as n from ${table} x`,
  )
  expect((before.rows[0] as { n: number }).n).toBeGreaterThan(0)
  await expect(run(`update ${table} set ${change}`)).rejects.toMatchObject({ code: '23000' })
  await expect(run(`delete from ${table}`)).rejects.toMatchObject({ code: '23000' })
  await expect(run(`truncate ${table} cascade`)).rejects.toMatchObject({ code: '23000' })
  const after = await run(
    `select md5(string_agg(x::text, ',' order by x::text)) as sum, count(*)::int as n from ${table} x`,
  )
  expect(after.rows).toEqual(before.rows)
})

test('a charge’s household, a payment’s status and an address in the audit trail can still change', async () => {
  const { pool } = fresh.database
  for (const text of [
    'update charges set household_id = (select household_id from charges order by household_id limit 1)',
    "update payments set status = 'refunded' where id = (select id from payments limit 1)",
    "update audit_entries set address = ''",
  ])
    expect((await pool.query(text)).rowCount).toBeGreaterThan(0)
})
