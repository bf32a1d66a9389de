import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#tests/database-fixture.ts'
import { openPool } from './connections.ts'
import { openSharedReads } from './sharedReads.ts'
import { rememberingClients } from './statements.ts'

let fresh: FreshDatabase
let pool: pg.Pool
let now = 0
let read: ReturnType<typeof openSharedReads>
const open = (connectionString: string) =>
  openPool({ Client: rememberingClients(), connectionString, max: 4, isShared: true })
beforeAll(async () => {
  fresh = await freshDatabase()
  pool = open(fresh.url)
})
beforeEach(() => {
  now = 0
  read = openSharedReads(pool, () => now)
})
afterAll(async () => {
  await pool.end()
  await fresh.drop()
})

/** Identifies the connection that a read is on. */
const place = async (client: pg.PoolClient): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
/** Makes reads wait until the lock is released. */
const lock = async () => {
  const client = await fresh.database.pool.connect()
  await client.query('select pg_advisory_lock(1)')
  return async () => {
    await client.query('select pg_advisory_unlock(1)')
    client.release()
  }
}
const slow = (client: pg.PoolClient) => client.query('select pg_advisory_lock_shared(1), pg_advisory_unlock_shared(1)')
const inUse = () => pool.totalCount - pool.idleCount

test('simultaneous reads share two connections and release them', async () => {
  const places = await Promise.all(Array.from({ length: 12 }, () => read(place)))
  expect(new Set(places).size).toBe(2)
  expect(inUse()).toBe(0)
})

test('a failed statement fails only its own read', async () => {
  const [one, failing, other] = await Promise.allSettled([
    read(client => client.query('select 1 as n')),
    read(client => client.query('select 1 / 0')),
    read(client => client.query('select 2 as n')),
  ])
  expect(one).toMatchObject({ value: { rows: [{ n: 1 }] } })
  expect(failing).toMatchObject({ reason: { code: '22012' } })
  expect(other).toMatchObject({ value: { rows: [{ n: 2 }] } })
  expect(inUse()).toBe(0)
})

test('a new read doesn’t share a connection with slow reads that began earlier', async () => {
  const letGo = await lock()
  const done: string[] = []
  const waiting = [read(slow), read(slow)].map(each => each.then(() => done.push('slow')))
  const behind = read(place).then(() => done.push('behind'))
  now += 10
  await read(place)
  expect(done).toEqual([])
  await letGo()
  await Promise.all([...waiting, behind])
  expect(done).toHaveLength(3)
  expect(inUse()).toBe(0)
})

test('a broken connection fails only its own reads, and the next read gets another', async () => {
  const letGo = await lock()
  const places: number[] = []
  const failed = Promise.allSettled(
    Array.from({ length: 4 }, (_, at) =>
      read(async client => {
        places[at] = await place(client)
        await slow(client)
      }),
    ),
  )
  await expect.poll(() => places.filter(Boolean)).toHaveLength(4)
  await fresh.database.pool.query('select pg_terminate_backend($1, 10000)', [places[0]])
  await letGo()
  const ended = await failed
  ended.forEach(({ status }, at) => expect(status).toBe(places[at] === places[0] ? 'rejected' : 'fulfilled'))
  expect(await read(place)).not.toBe(places[0])
  expect(inUse()).toBe(0)
})

test('without a reachable database each read fails', async () => {
  const nowhere = open('postgres://nobody@127.0.0.1:1/none')
  const ask = openSharedReads(nowhere)
  for (let turn = 0; turn < 2; turn += 1)
    for (const each of await Promise.allSettled([ask(place), ask(place), ask(place)]))
      expect(each).toMatchObject({ reason: { code: 'ECONNREFUSED' } })
  await nowhere.end()
})
