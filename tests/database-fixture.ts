import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate } from '#server/migrate.ts'
import { type Database, openDatabase } from '#server/platform/db.ts'
import { testSeal } from './testKey.ts'

/** A school's database for one test file. `drop` closes its connections and deletes it. */
export type FreshDatabase = { database: Database; schema: string; url: string; drop(): Promise<void> }

const schema = 'school'

const adminUrl = (): string => {
  const url = inject('adminUrl') ?? process.env['LANTERN_TEST_DB']
  if (!url) throw new Error('No PostgreSQL server for tests: run them with Vitest, or set LANTERN_TEST_DB.')
  return url
}
const addressOf = (name: string): string => {
  const url = new URL(adminUrl())
  url.pathname = `/${name}`
  return url.href
}

const asAdmin = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: adminUrl() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Returns the name of a database to copy. The first test that needs it fills it, once per run, and the others wait.
 * `fill` must close all its connections to it before it returns.
 */
export const template = (name: string, fill: (url: string) => Promise<void>): Promise<string> =>
  asAdmin(async client => {
    await client.query('select pg_advisory_lock(7166, hashtext($1))', [name])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      const filling = `${name}_filling`
      await client.query(`drop database if exists ${filling} with (force)`)
      await client.query(`create database ${filling}`)
      await fill(addressOf(filling))
      await client.query(`alter database ${filling} rename to ${name}`)
    }
    return name
  })

/** Creates a database: a copy of a template, or an empty one. */
export const makeDatabase = async (like: string | null): Promise<{ url: string; drop(): Promise<void> }> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  // Without waiting for a disk, copying files takes half the time of copying through the log.
  const how = like ? ` template ${like} strategy file_copy` : ''
  await asAdmin(client => client.query(`create database ${name}${how}`))
  return {
    url: addressOf(name),
    drop: () => asAdmin(async client => void (await client.query(`drop database if exists ${name} with (force)`))),
  }
}

/** Opens a school's database at a URL, migrates it, and closes it again. */
export const migrateAt = async (url: string): Promise<void> => {
  const database = openDatabase(url, schema, { secrets: testSeal })
  await migrate(database, schema)
  await database.close()
}

/** Returns a copy of a template with a school; without one, an empty school with all migrations. */
export const freshDatabase = async (like?: string): Promise<FreshDatabase> => {
  const { url, drop } = await makeDatabase(like ?? (await template('empty', migrateAt)))
  const database = openDatabase(url, schema, { secrets: testSeal })
  return {
    database,
    schema,
    url,
    async drop() {
      await database.close().catch(() => undefined)
      await drop()
    },
  }
}

/** The tables of a school, except the list of its migrations. */
export const tablesOf = async ({ pool }: Pick<Database, 'pool'>): Promise<string[]> =>
  (
    await pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = current_schema() and tablename <> 'migrations' order by 1",
    )
  ).rows.map(({ name }) => name)
