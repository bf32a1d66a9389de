import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db.ts'
import { makeDatabase } from '#tests/database-fixture.ts'
import { filledDemo, sundayAtLakeside } from '#tests/demo.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { findRecordFaults } from './checkQueries.ts'
import { checkRecords } from './jobs.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const check = () =>
  checkRecords.run(
    {},
    {
      database: s.database,
      now: new Date('2026-09-15T05:20:00Z'),
      settings: s.settings,
      signal: AbortSignal.timeout(60_000),
      enqueue: s.jobs.enqueue,
      touch: async () => undefined,
    },
  )
const waiting = async () => (await s.ida.call('dashboard-attention', {})).items.find(({ key }) => key === 'records')
/** The kinds of faults found after these writes, which are rolled back. */
const kindsAfter = async (...writes: ReturnType<typeof sql>[]) => {
  const back = new Error('back')
  let kinds: string[] = []
  await s.database
    .transaction(async inside => {
      await inside.execute(sql`set local session_replication_role = replica`)
      for (const write of writes) await inside.execute(write)
      kinds = (await findRecordFaults(inside)).map(({ kind }) => kind)
      throw back
    })
    .catch((error: unknown) => {
      if (error !== back) throw error
    })
  return [...new Set(kinds)]
}

test('a school filled through the API has consistent records', async () => {
  const { url, drop } = await makeDatabase(await filledDemo(sundayAtLakeside))
  const demo = openDatabase(url, 'school')
  expect(await demo.transaction(findRecordFaults)).toEqual([])
  await demo.close()
  await drop()
  expect(await kindsAfter()).toEqual([])
}, 300_000)

test('each kind of fault is found', async () => {
  const file = sql`insert into files (id, name, type, size, bytes, created_at) values ('00000000-0000-7000-8000-000000000001', 'a.pdf', 'application/pdf', 3, 'abc', now())`
  expect(await kindsAfter(file)).toEqual([])
  expect(await kindsAfter(file, sql`update files set size = 4`)).toEqual(['file-changed'])
  expect(await kindsAfter(sql`update sections set capacity = 1`)).toEqual(['class-beyond-capacity'])
  expect(
    await kindsAfter(
      sql`drop index enrolments_seat`,
      sql`insert into enrolments (id, student_id, section_id, type, status, created_at) select gen_random_uuid(), student_id, section_id, type, status, created_at from enrolments where status = 'active' limit 1`,
    ),
  ).toContain('two-places-in-class')
  expect(await kindsAfter(sql`update sections set status = 'cancelled'`)).toEqual(['place-without-class'])
  expect(await kindsAfter(sql`update invoices set total_cents = total_cents + 1`)).toEqual(['invoice-lines'])
  expect(
    await kindsAfter(sql`delete from charges where id = (select id from charges where invoice_id is not null limit 1)`),
  ).toEqual(['invoice-lines'])
  expect(
    await kindsAfter(
      sql`insert into promo_codes (id, code, percent, programme_ids, is_for_new_families, is_combinable, note, created_at) values (gen_random_uuid(), 'X', 10, array[gen_random_uuid()], false, false, '', now())`,
    ),
  ).toEqual(['reference'])
})

test('a fault shows on the dashboard, links to its record, and disappears once it is fixed', async () => {
  await check()
  expect(await waiting()).toBeUndefined()
  await s.database.db.execute(sql`update sections set capacity = 1`)
  await check()
  expect(await waiting()).toMatchObject({ since: '2026-09-15' })
  const { rows } = await s.ida.call('dashboard-list', { key: 'records' })
  expect(rows[0]).toMatchObject({ target: 'class', about: 'class-beyond-capacity' })
  await s.database.db.execute(sql`update sections set capacity = 4`)
  await check()
  expect(await waiting()).toBeUndefined()
})
