import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#tests/database-fixture.ts'
import { guest } from './actor.ts'
import { announce, startLive, type Told } from './live.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

test('a connection that is cut while it closes is released once, without an error', async () => {
  const { database, schema } = fresh
  const used = new Promise<pg.PoolClient>(resolve => database.pool.once('acquire', resolve))
  const live = await startLive(database, schema)
  const connection = await used
  await live.close()
  // The server reports that it ends the connection, as when both stop at once.
  expect(() => connection.emit('error', new Error('terminating connection'))).not.toThrow()
})

test('many changes in a rush are announced together, and none is missed', async () => {
  const { database, schema } = fresh
  const live = await startLive(database, schema)
  const told: (readonly string[])[] = []
  live.join({ actor: guest, tell: all => told.push(all.map(({ slice }) => slice)) })
  const news = ['classes', 'terms', 'lotteries', 'policies']
  // Guests get no news of slices that need an account, even when it comes together with news for them.
  for (let n = 0; n < 100; n += 1)
    await announce(database.pool, [{ slices: [news[n % 4]!] }, { slices: ['payments'] }], schema)
  await announce(database.pool, [{ slices: ['config'] }], schema)
  await expect.poll(() => told.flat()).toContain('config')
  expect(new Set(told.flat().filter(slice => slice !== '*'))).toEqual(new Set([...news, 'config']))
  expect(told.length).toBeLessThan(50)
  await live.close()
})

test('when many listen, they are given time to refetch so that they don’t all come at once', async () => {
  const { database, schema } = fresh
  const live = await startLive(database, schema)
  const told: Told[] = []
  const join = (n: number) => {
    for (let i = 0; i < n; i += 1)
      live.join({ actor: guest, tell: news => told.push(...news.filter(({ slice }) => slice === 'classes')) })
  }
  const change = async (hearers: number) => {
    told.length = 0
    await announce(database.pool, [{ slices: ['classes'] }], schema)
    await expect.poll(() => told.length).toBe(hearers)
    return new Set(told.map(({ withinMs }) => withinMs))
  }
  join(20)
  expect(await change(20)).toEqual(new Set([undefined]))
  join(280)
  expect(await change(300)).toEqual(new Set([1_200]))
  await live.close()
})
