import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storedBalances } from '#server/money/payments/acts.ts'
import { type Database, openDatabase, rows } from '#server/platform/db.ts'
import { makeDatabase, tablesOf } from '#tests/database-fixture.ts'
import { filledDemo, sundayAtLakeside } from '#tests/demo.ts'
import { scratch } from '#tests/scratch.ts'
import { testSeal } from '#tests/testKey.ts'
import { kinds, leftBehind } from './schoolFiles.plain.ts'
import { balancesOf, writeSchoolFiles } from './schoolFiles.ts'
import { readSchoolFiles } from './schoolFilesIn.ts'

const schema = 'school'
let folder: string
let zip: string
let demo: { database: Database; drop(): Promise<void> }
beforeAll(async () => {
  folder = await mkdtemp(join(scratch(), 'school-'))
  zip = join(folder, 'school.zip')
  const { url, drop } = await makeDatabase(await filledDemo(sundayAtLakeside))
  demo = { database: openDatabase(url, schema, { secrets: testSeal }), drop }
  await demo.database.pool.query(
    `insert into files (id, name, type, size, bytes, created_at) values
      ('00000000-0000-7000-8000-000000000001', '过敏 plan/2026.pdf', 'application/pdf', 9, '%PDF-1.7 ', now())`,
  )
  await demo.database.pool.query("update mails set status = 'queued' where id = (select id from mails limit 1)")
  await writeSchoolFiles(demo.database, zip)
}, 300_000)
afterAll(async () => {
  await demo.database.close()
  await demo.drop()
  await rm(folder, { recursive: true })
})

/** Row count and checksum of every table that is exported. */
const contentOf = async (database: Database): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {}
  for (const name of await tablesOf(database))
    if (!(name in leftBehind))
      found[name] = (
        await database.pool.query(
          // Keys are left behind, a batch is useful only for a day, and unsent mails are reported to the office.
          `select count(*)::int as n, md5(string_agg(md5((to_jsonb(t) - array['password_hash', 'password_updated_at', 'batch_id'] - case when '${name}' = 'mails' then array['status', 'error'] else '{}' end)::text), '' order by t::text)) as sum
           from (select * from "${name}" order by 1) t`.replace(
            'order by t::text',
            "order by (to_jsonb(t) - array['password_hash', 'password_updated_at', 'batch_id'] - case when '" +
              name +
              "' = 'mails' then array['status', 'error'] else '{}' end)::text",
          ),
        )
      ).rows[0]
  // A doctor's name and number were sealed separately; together they are the one fact that comes back.
  found['confirmations'] = (
    await database.pool.query<{ text: string }>(
      'select t::text as text from confirmations t order by round_id, household_id',
    )
  ).rows.map(({ text }) => testSeal.notes.open(text))
  return found
}
const balances = async ({ pool }: Database) => {
  const client = await pool.connect()
  try {
    return await balancesOf(client)
  } finally {
    client.release()
  }
}
/** The balances that lists read, which are stored and not exported. */
const listedBalances = async ({ db }: Database) => {
  const listed = await storedBalances(db, '2026-11-22')
  return rows(db, sql`select household_id, balance, charged, overdue from ${listed} b where charged > 0 order by 1`)
}
const intoEmpty = async <T>(file: string, look: (database: Database) => Promise<T>): Promise<T> => {
  const { url, drop } = await makeDatabase(null)
  const database = openDatabase(url, schema, { secrets: testSeal })
  try {
    await readSchoolFiles({ database, schema }, file)
    return await look(database)
  } finally {
    await database.close()
    await drop()
  }
}

test('importing into an empty Lantern restores every record, file and balance', async () => {
  const before = await contentOf(demo.database)
  expect(before['persons']).toMatchObject({ n: expect.any(Number) })
  const owed = await balances(demo.database)
  expect(Object.values(owed).some(cents => cents !== 0)).toBe(true)
  await intoEmpty(zip, async database => {
    expect(await contentOf(database)).toEqual(before)
    expect(await balances(database)).toEqual(owed)
    expect(await listedBalances(database)).toEqual(await listedBalances(demo.database))
    const { rows: mails } = await database.pool.query("select error from mails where error like 'EUNSURE%'")
    expect(mails).toHaveLength(1)
    const { rows: keys } = await database.pool.query<{ n: number }>(
      'select count(*)::int as n from accounts where password_hash is not null union all select count(*)::int from signing_keys',
    )
    expect(keys).toEqual([{ n: 0 }, { n: 0 }])
  })
}, 120_000)

test('spreadsheets have a header and names beside the IDs, and the README explains each file', async () => {
  const entries = unzipSync(await readFile(zip))
  const text = (name: string) => Buffer.from(entries[name]!).toString('utf8')
  const [header = '', first = ''] = text('csv/money/charges.csv').replace('\ufeff', '').split('\r\n')
  expect(header).toContain('household_id,household_label')
  expect(header).toContain('student_label')
  const family = first.split(',')[header.split(',').indexOf('household_label')]
  const { rows: known } = await demo.database.pool.query('select from households where name = $1', [family])
  expect(known.length).toBeGreaterThan(0)
  const readMe = text('README.txt')
  for (const table of Object.keys(kinds)) expect(readMe).toContain(`/${table} (`)
  expect(text('files/files/00000000-0000-7000-8000-000000000001 过敏 plan-2026.pdf')).toBe('%PDF-1.7 ')
  expect(Object.keys(unzipSync(entries['oneroster.zip']!))).toContain('manifest.csv')
  // Nothing in it opens an account.
  const { rows } = await demo.database.pool.query<{ hash: string }>(
    'select password_hash as hash from accounts where password_hash is not null limit 1',
  )
  expect(text('json/people/accounts.json')).not.toContain(rows[0]!.hash)
})

test('an incomplete, changed or invalid zip is refused', async () => {
  const whole = await readFile(zip)
  const changed = join(folder, 'changed.zip')
  const at = whole.indexOf('%PDF-1.7 ')
  const other = Buffer.from(whole)
  other.write('%PDF-9.9 ', at)
  for (const [bytes, sentence] of [
    [other, 'is damaged or incomplete'],
    [whole.subarray(0, whole.length - 100), 'is not a school'],
    [Buffer.from('PK\x03\x04 nothing'), 'is not a school'],
  ] as const) {
    await writeFile(changed, bytes)
    await expect(intoEmpty(changed, async () => undefined)).rejects.toThrow(sentence)
  }
}, 120_000)
