import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db.ts'
import { freshDatabase, type FreshDatabase, makeDatabase } from '#tests/database-fixture.ts'
import { filledDemo, sundayAtLakeside } from '#tests/demo.ts'
import { restored } from '#tests/restored.ts'
import { scratch } from '#tests/scratch.ts'
import { backupName, takeBackup } from './backup.ts'
import { headOf, restoreBackup } from './restore.ts'

const schema = 'school'
const key = randomBytes(32)
const passphrase = 'four words only I know'

let folder: string
/** A school with everything in it, and one with a single household, which is restored sooner. */
let demo: FreshDatabase
let small: FreshDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(scratch(), 'backup-'))
  demo = await freshDatabase(await filledDemo(sundayAtLakeside))
  small = await freshDatabase()
  await small.database.pool.query(
    "insert into households (id, name, created_at) values (gen_random_uuid(), 'Emily Wang', now())",
  )
})
afterAll(async () => {
  await Promise.all([demo.drop(), small.drop()])
  await rm(folder, { recursive: true })
})

/** Everything in a school: each row of each table with what the database computes of it, and the tables' own rules. */
const everything = async ({ pool }: Database): Promise<Record<string, unknown>> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = $1 and tablename <> 'migrations' order by 1",
    [schema],
  )
  const found: Record<string, unknown> = {}
  for (const { name } of tables)
    found[name] = (
      await pool.query(
        `select count(*)::int as n, md5(string_agg(md5(t::text), '' order by t::text)) as sum from "${name}" t`,
      )
    ).rows[0]
  const catalogue = [
    "select conrelid::regclass::text as t, pg_get_constraintdef(oid) as d, convalidated as v from pg_constraint where connamespace = 'school'::regnamespace",
    "select tgrelid::regclass::text as t, tgname as d, tgenabled as v from pg_trigger where not tgisinternal and tgrelid::regclass::text <> 'x'",
    "select tablename as t, indexdef as d from pg_indexes where schemaname = 'school'",
    "select sequencename as t, last_value::text as d from pg_sequences where schemaname = 'school'",
    'select tag as t from migrations',
  ]
  for (const statement of catalogue)
    found[statement] = (await pool.query(`select * from (${statement}) x order by x::text`)).rows
  return found
}

const empty = async (work: (at: { database: Database; url: string }) => Promise<void>): Promise<void> => {
  const { url, drop } = await makeDatabase(null)
  const database = openDatabase(url, schema)
  try {
    await work({ database, url })
    const { rows } = await database.pool.query("select to_regnamespace('school') as there")
    expect(rows).toEqual([{ there: null }])
  } finally {
    await database.close()
    await drop()
  }
}

describe('a backup', () => {
  test('brings back every row, rule and number', async () => {
    const file = join(folder, backupName(new Date()))
    await demo.database.pool.query(
      'insert into backups (id, taken_at, finished_at, bytes) values (gen_random_uuid(), now(), now(), 7)',
    )
    const before = await everything(demo.database)
    expect(before['backups']).toMatchObject({ n: 1 })
    expect(Object.keys(before).length).toBeGreaterThan(100)
    expect(before['persons']).toMatchObject({ n: expect.any(Number) })
    const { rows, bytes } = await takeBackup({ database: demo.database, schema, key }, file)
    expect(bytes).toBe((await readFile(file)).length)
    expect(rows).toBeGreaterThan(10_000)
    expect(await restored(file, everything)).toEqual(before)
  })

  test('without a passphrase holds no key', async () => {
    const file = join(folder, 'open')
    await takeBackup({ database: small.database, schema, key }, file)
    const text = gunzipSync(await readFile(file)).toString('latin1')
    expect(text).toContain('Emily Wang')
    expect(text).not.toContain(key.toString('base64'))
    expect(await headOf(file)).toMatchObject({ keyFingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) })
  })

  test('keeps the jobs that wait', async () => {
    const { pool } = small.database
    await pool.query('create schema if not exists school_jobs')
    await pool.query(
      'create table school_jobs.job (name text, data jsonb, state text, start_after timestamptz default now(), created_on timestamptz default now())',
    )
    await pool.query(
      `insert into school_jobs.job (name, data, state) values ('mail', '{"mailId":"1"}', 'created'), ('mail', '{"mailId":"2"}', 'completed')`,
    )
    const file = join(folder, 'jobs')
    await takeBackup({ database: small.database, schema, key }, file)
    await pool.query('drop schema school_jobs cascade')
    const jobs = await restored(
      file,
      async database => (await database.pool.query('select name, data, state from school_jobs.job')).rows,
    )
    expect(jobs).toEqual([{ name: 'mail', data: { mailId: '1' }, state: 'created' }])
  })

  test('that can’t be written leaves nothing behind', async () => {
    const { url, drop } = await makeDatabase(null)
    const database = openDatabase(url, schema)
    const file = join(folder, 'none')
    await expect(takeBackup({ database, schema, key }, file)).rejects.toThrow()
    expect([existsSync(file), existsSync(`${file}.partial`)]).toEqual([false, false])
    await database.close()
    await drop()
  })
})

// `/dev/full` answers every write as a full disk does.
describe.runIf(process.platform === 'linux')('a backup on a full disk', () => {
  test.each([
    ['without a passphrase', undefined],
    ['with one', passphrase],
  ] as const)('%s says so, leaves nothing behind, and gives its connection back', async (name, by) => {
    const file = join(folder, `full ${name}`)
    await symlink('/dev/full', `${file}.partial`)
    await expect(takeBackup({ database: small.database, schema, key }, file, by)).rejects.toMatchObject({
      code: 'ENOSPC',
    })
    expect((await readdir(folder)).filter(each => each.startsWith('full'))).toEqual([])
    expect(small.database.load().calls.used).toBe(0)
    await takeBackup({ database: small.database, schema, key }, file, by)
    expect((await readdir(folder)).filter(each => each.startsWith('full'))).toEqual([`full ${name}`])
    await rm(file)
  })
})

describe('a restore changes nothing', () => {
  let file: string
  beforeAll(async () => {
    file = join(folder, 'whole')
    await takeBackup({ database: small.database, schema, key }, file)
  })
  const copy = async (name: string, change: (path: string) => Promise<void>): Promise<string> => {
    const path = join(folder, name)
    await writeFile(path, await readFile(file))
    await change(path)
    return path
  }

  test('where there is something already', async () => {
    const before = await everything(small.database)
    const { connectionString: url = '' } = small.database.pool.options
    await expect(restoreBackup({ database: small.database, schema, url }, file)).rejects.toThrow(
      'This database has something in it already.',
    )
    expect(await everything(small.database)).toEqual(before)
  })

  test.each<[string, (path: string) => Promise<void>, string]>([
    [
      'of half a file',
      async path => truncate(path, Math.floor((await stat(path)).size / 2)),
      'is damaged or not complete',
    ],
    [
      'of a file with a changed byte',
      async path => {
        const handle = await open(path, 'r+')
        await handle.write(Buffer.from([7]), 0, 1, (await handle.stat()).size - 16)
        await handle.close()
      },
      'is damaged or not complete',
    ],
    [
      'of a file with a changed row',
      async path => {
        const text = gunzipSync(await readFile(path)).toString('latin1')
        await writeFile(path, gzipSync(Buffer.from(text.replace('Emily Wang', 'Emily Wong'), 'latin1')))
      },
      'is damaged or not complete',
    ],
    ['of a file that is something else', path => writeFile(path, 'Dear school,'), 'is not a backup of Lantern'],
    [
      'of a newer version’s file',
      async path => {
        const text = gunzipSync(await readFile(path)).toString('latin1')
        await writeFile(
          path,
          gzipSync(Buffer.from(text.replace('"0018_family-names"', '"0918_family-names"'), 'latin1')),
        )
      },
      'is from a newer Lantern',
    ],
  ])('%s', async (_name, change, sentence) => {
    const path = await copy('broken', change)
    await empty(async ({ database, url }) => {
      await expect(restoreBackup({ database, schema, url }, path)).rejects.toThrow(sentence)
    })
  })
})
