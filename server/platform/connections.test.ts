import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#tests/database-fixture.ts'
import { openConnections } from './connections.ts'
import { type Database, openDatabase, rows } from './db.ts'

let fresh: FreshDatabase
const opened: Database[] = []
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(async () => {
  for (const each of opened) await each.close()
  await fresh.drop()
})

const ask = async ({ db }: Database): Promise<string> =>
  (await rows<{ schema: string }>(db, sql`select current_schema() as schema`))[0]!.schema
/** Takes a connection and returns a function that releases it. */
const hold = async ({ pool }: Database) => {
  const client = await pool.connect()
  return () => client.release()
}

test('schools share a limited number of connections, and each query runs in its own school’s schema', async () => {
  const connections = openConnections(2)
  const schools: Database[] = []
  for (const name of ['ash', 'elm', 'fir', 'oak']) {
    await fresh.database.pool.query(`create schema if not exists ${name}`)
    schools.push(openDatabase(fresh.url, name, { max: 2, connections }))
  }
  opened.push(...schools)
  for (let round = 0; round < 3; round += 1)
    expect(await Promise.all(schools.map(ask))).toEqual(['ash', 'elm', 'fir', 'oak'])
  expect(connections.load()).toMatchObject({ most: 2, waiting: 0 })
  expect(connections.load().used).toBeLessThanOrEqual(2)
})

/** Queries one school while another keeps taking all connections. */
const askBeside = async (greed: (of: Database, turn: number) => Promise<unknown>) => {
  const connections = openConnections(2)
  const greedy = openDatabase(fresh.url, fresh.schema, { max: 2, connections })
  const other = openDatabase(fresh.url, fresh.schema, { max: 2, connections })
  opened.push(greedy, other)
  let isOver = false
  let served = 0
  const asking = Array.from({ length: 20 }, async () => {
    while (!isOver) {
      await greed(greedy, served)
      served += 1
    }
  })
  await expect.poll(() => served).toBeGreaterThan(20)
  expect(connections.load().used).toBe(2)
  // Although both connections are always in use, the other school is served.
  for (let n = 0; n < 5; n += 1) expect(await ask(other)).toBe(fresh.schema)
  isOver = true
  await Promise.all(asking)
}

test('a school that queries without end doesn’t keep another from its turn', () => askBeside(ask))

test('a school whose endless reads share connections doesn’t keep another from its turn', () =>
  // Every other request sends two queries, so that they don't all end at once.
  askBeside((greedy, turn) =>
    greedy.reading(async db => {
      for (let n = 0; n <= turn % 2; n += 1) await rows(db, sql`select 1`)
    }),
  ))

test('waiting too long for a connection fails and frees the place in the queue', async () => {
  const connections = openConnections(1)
  const first = openDatabase(fresh.url, fresh.schema, { max: 1, connections })
  const second = openDatabase(fresh.url, fresh.schema, { max: 1, connections })
  opened.push(first, second)
  const letGo = await hold(first)
  await expect(ask(second)).rejects.toThrow()
  expect(connections.load()).toEqual({ used: 1, most: 1, waiting: 0 })
  letGo()
  expect(await ask(second)).toBe(fresh.schema)
  expect(await ask(first)).toBe(fresh.schema)
})
