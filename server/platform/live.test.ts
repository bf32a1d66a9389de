import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#tests/database-fixture.ts'
import { startLive } from './live.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

test('a connection that is cut while it closes is given back once', async () => {
  const { database, schema } = fresh
  const used = new Promise<pg.PoolClient>(resolve => database.pool.once('acquire', resolve))
  const live = await startLive(database, schema)
  const connection = await used
  await live.close()
  // The server says that it ends the connection, as when both stop at once.
  expect(() => connection.emit('error', new Error('terminating connection'))).not.toThrow()
})
