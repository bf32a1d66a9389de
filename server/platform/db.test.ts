import { once, type EventEmitter } from 'node:events'
import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '#tests/database-fixture.ts'
import { type Db, openDatabase, rows } from './db.ts'
import { openFlush } from './flush.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

test.each([
  ['household_id', 'householdId'],
  ['may_pick_up', 'mayPickUp'],
  ['line_2_text', 'line2Text'],
  ['"householdId"', 'householdId'],
  ['id', 'id'],
  ['"?column?"', '?column?'],
])('the column %s becomes the property %s', async (column, property) => {
  expect(await rows(fresh.database.db, sql`select 1 as ${sql.raw(column)}`)).toEqual([{ [property]: 1 }])
})

test('every row’s columns are renamed, and names inside a JSON column are kept', async () => {
  expect(
    await rows(
      fresh.database.db,
      sql`select n as on_day, n * 2 as twice, json_build_object('native_name', n) as of_json, null as ended_at from generate_series(1, 2) n`,
    ),
  ).toEqual([
    { onDay: 1, twice: 2, ofJson: { native_name: 1 }, endedAt: null },
    { onDay: 2, twice: 4, ofJson: { native_name: 2 }, endedAt: null },
  ])
})

test('a long list, which is renamed in pieces, is complete and in order', async () => {
  const found = await rows<{ rowNumber: number }>(
    fresh.database.db,
    sql`select n as row_number from generate_series(1, 2500) n`,
  )
  expect(found.map(({ rowNumber }) => rowNumber)).toEqual(Array.from({ length: 2500 }, (_, at) => at + 1))
})

test('rows that a write returns are renamed, too, and a statement without rows returns none', async () => {
  const { db } = fresh.database
  expect(
    await rows(db, sql`insert into persons (id, name) values (gen_random_uuid(), 'Ann') returning native_name, name`),
  ).toEqual([{ nativeName: '', name: 'Ann' }])
  expect(await rows(db, sql`select native_name from persons where false`)).toEqual([])
  expect(await rows(db, sql`delete from persons`)).toEqual([])
})

test('a connection cut between two statements fails only its own transaction', async () => {
  const { database } = fresh
  const lent = once(database.pool, 'acquire') as Promise<[EventEmitter]>
  const work = database.transaction(async db => {
    const [own] = await rows<{ pid: number }>(db, sql`select pg_backend_pid() as pid`)
    const [client] = await lent
    const cut = new Promise(done => client.once('end', done))
    await database.pool.query('select pg_terminate_backend($1)', [own!.pid])
    await cut
    return rows(db, sql`select 1 as one`)
  })
  await expect(work).rejects.toThrow()
  expect(await database.transaction(db => rows(db, sql`select 1 as one`))).toEqual([{ one: 1 }])
})

test('statements sent after a transaction has ended are refused, and never written into another one', async () => {
  const { database } = fresh
  const write = (db: Db, name: string) =>
    rows(db, sql`insert into persons (id, name) values (gen_random_uuid(), ${name}) returning id`)
  const ended = Promise.withResolvers<void>()
  const late: Promise<unknown>[] = []
  const failed = database.transaction(async (db, client) => {
    await write(db, 'First')
    late.push(
      ended.promise.then(() => write(db, 'Late')),
      ended.promise.then(() => client.query(`insert into persons (id, name) values (gen_random_uuid(), 'Later')`)),
    )
    throw new Error('one branch failed')
  })
  await expect(failed).rejects.toThrow('one branch failed')
  const settled = Promise.allSettled(late)
  await database.transaction(async db => {
    ended.resolve()
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await write(db, 'Another')
  })
  expect(await rows(database.db, sql`select name from persons`)).toEqual([{ name: 'Another' }])
})

test('reports run two at a time and leave the other connections to calls', async () => {
  const { database } = fresh
  let begun = 0
  const held = Promise.withResolvers<void>()
  const reports = Array.from({ length: 9 }, () =>
    database.report(async db => {
      begun += 1
      await held.promise
      return rows(db, sql`select 1 as one`)
    }),
  )
  const calls = Array.from({ length: 9 }, () => database.transaction(db => rows(db, sql`select 2 as two`)))
  expect((await Promise.all(calls)).flat()).toHaveLength(9)
  // Some connections may still be opening.
  await expect.poll(() => begun).toBe(2)
  await database.transaction(db => rows(db, sql`select 2 as two`))
  expect(begun).toBe(2)
  held.resolve()
  expect((await Promise.all(reports)).flat()).toHaveLength(9)
})

describe('the end of a transaction', () => {
  const open = (more: Partial<Parameters<typeof openDatabase>[2]> = {}, address = fresh.url) =>
    openDatabase(address, fresh.schema, more)

  test('comes only after what it wrote is on disk', async () => {
    // Test databases don't wait for the disk, so this sets what a school has.
    const address = new URL(fresh.url)
    address.searchParams.set('options', '-c synchronous_commit=on')
    const database = open({}, address.href)
    try {
      const [written] = await database.transaction(async db => {
        await db.execute(
          sql`insert into ${sql.identifier(fresh.schema)}.persons (id, name) values (gen_random_uuid(), 'Bea')`,
        )
        return rows<{ place: string }>(db, sql`select pg_current_wal_insert_lsn()::text as place`)
      })
      expect(
        await rows(database.db, sql`select pg_current_wal_flush_lsn() >= ${written!.place}::pg_lsn as "isSafe"`),
      ).toEqual([{ isSafe: true }])
    } finally {
      await database.close()
    }
  })

  test('waits for the disk without a lock', async () => {
    const { promise: disk, resolve: isSafe } = Promise.withResolvers<void>()
    const { promise: committed, resolve: isCommitted } = Promise.withResolvers<void>()
    const slow = open({
      flushed: () => {
        isCommitted()
        return disk
      },
    })
    try {
      let isOver = false
      const writing = slow
        .transaction(async db => {
          await db.execute(sql`insert into numbers (kind, last) values ('slow', 1)`)
        })
        .then(() => (isOver = true))
      await committed
      // Another transaction changes the same row at once.
      expect(
        await fresh.database.transaction(db =>
          rows(db, sql`select last from numbers where kind = 'slow' for update nowait`),
        ),
      ).toEqual([{ last: 1 }])
      expect(isOver).toBe(false)
      isSafe()
      await writing
    } finally {
      await slow.close()
    }
  })

  test('is an error when the disk fails', async () => {
    const broken = open({ flushed: () => Promise.reject(new Error('the disk is gone')) })
    try {
      await expect(broken.transaction(db => rows(db, sql`select 1`))).rejects.toThrow('the disk is gone')
    } finally {
      await broken.close()
    }
  })
})

test('flushes requested while one is under way share the next one', async () => {
  const { pool } = fresh.database
  let asked = 0
  const flushed = openFlush({
    query: (...given: unknown[]) => {
      asked += 1
      return Reflect.apply(pool.query, pool, given)
    },
  } as Pick<Pool, 'query'>)
  const first = flushed()
  while (asked === 0) await Promise.resolve()
  await Promise.all([first, flushed(), flushed(), flushed()])
  expect(asked).toBe(2)
})
