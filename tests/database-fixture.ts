import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, migrate, openDatabase } from '#server/platform/db.ts'

/** A school's empty database for one test file: `drop` takes it away again and closes its connections. */
export type FreshDatabase = { database: Database; schema: string; url: string; drop(): Promise<void> }

/** The database that the schemas of all tests lie in. */
const home = 'lantern'

/** Makes a schema of its own, brought up to date, on the run's PostgreSQL server (or on that of LANTERN_TEST_DB). */
export const freshDatabase = async (): Promise<FreshDatabase> => {
  const adminUrl = inject('adminUrl') ?? process.env['LANTERN_TEST_DB']
  if (!adminUrl) throw new Error('No PostgreSQL server for tests: run them with Vitest, or set LANTERN_TEST_DB.')
  await query(adminUrl, `create database ${home}`).catch((error: unknown) => {
    // 42P04: it is there; 23505: somebody else makes it just now.
    if (!(error instanceof pg.DatabaseError) || !['42P04', '23505'].includes(error.code ?? '')) throw error
  })
  const address = new URL(adminUrl)
  address.pathname = `/${home}`
  const url = address.href
  const schema = `test_${randomBytes(6).toString('hex')}`
  const database = openDatabase(url, schema)
  await migrate(database, schema)
  return {
    database,
    schema,
    url,
    async drop() {
      await database.close().catch(() => undefined)
      await query(url, `drop schema if exists "${schema}" cascade`)
    },
  }
}

const query = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
