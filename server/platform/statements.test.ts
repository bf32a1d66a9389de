import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse } from '#server/house.ts'
import { type Database, type Db, openDatabase, rows } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { prepared } from '#server/platform/prepared.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let one: Database
beforeAll(async () => {
  s = await school()
  one = openDatabase(s.url, s.schema, { max: 1 })
})
afterAll(async () => {
  await one.close()
  await s.drop()
})

type Kept = { statement: string; runs: number }
/** The statements whose plans the pool's only connection keeps, and how often each has run. */
const kept = (db: Db) =>
  rows<Kept>(
    db,
    sql`select statement, (generic_plans + custom_plans)::int as runs from pg_prepared_statements where name like 'often%' order by statement`,
  )

test('the plan of a frequent statement is kept, in and out of transactions', async () => {
  for (let turn = 0; turn < 10; turn += 1)
    expect(await rows(one.db, sql`select ${turn}::int as turn`)).toEqual([{ turn }])
  for (let turn = 0; turn < 10; turn += 1) await one.transaction(db => rows(db, sql`select ${turn}::int as turn`))
  await rows(one.db, sql`select 'once' as word`)
  expect(await kept(one.db)).toEqual([{ statement: 'select $1::int as turn', runs: 17 }])
})

test('a connection keeps recent statements, drops the least recently used and can prepare them again', async () => {
  const db = openDatabase(s.url, s.schema, { max: 1 })
  try {
    const often = async (text: string) => {
      for (let turn = 0; turn < 4; turn += 1) await rows(db.db, sql.raw(text))
    }
    await often('select 1 as first')
    const others = Array.from({ length: 300 }, (_, n) => `select ${n} as other`)
    for (const text of others) {
      await often(text)
      await rows(db.db, sql`select 'all day' as always`)
    }
    const names = (await kept(db.db)).map(({ statement }) => statement)
    expect(names.length).toBeLessThanOrEqual(256)
    expect(names).toContain(others.at(-1))
    expect(names).toContain(`select 'all day' as always`)
    expect(names).not.toContain('select 1 as first')
    expect(names).not.toContain(others[0])
    for (let turn = 0; turn < 2; turn += 1)
      expect(await rows(db.db, sql.raw('select 1 as first'))).toEqual([{ first: 1 }])
    expect(await kept(db.db)).toContainEqual({ statement: 'select 1 as first', runs: 2 })
    // Even in a failed transaction, only the original error shows.
    await expect(
      db.transaction(async own => {
        await rows(own, sql`select 1 / ${0}::int as n`).catch(() => undefined)
        await rows(own, sql.raw(others[0]!))
      }),
    ).rejects.toMatchObject({ cause: { code: '25P02' } })
    expect(await rows(db.db, sql.raw(others[0]!))).toEqual([{ other: 0 }])
  } finally {
    await db.close()
  }
})

test("the statements of a family's start page are written once and planned once for everyone", async () => {
  const door = openHouse({ ...s, database: one, clock: () => s.clock.now })
  const ask = async (who: typeof s.ann) =>
    door.call({ name: 'parents-home', data: {}, actor: await who.actor(), address: '127.0.0.1' })
  await ask(s.ann)
  const made = async () =>
    one.reading(db =>
      rows<{ statement: string; runs: number; custom: number }>(
        db,
        sql`select statement, generic_plans::int as runs, custom_plans::int as custom from pg_prepared_statements where name like 'made%'`,
      ),
    )
  const first = await made()
  expect(first.length).toBeGreaterThan(5)
  for (const who of [s.bob, s.ann, s.bob]) await ask(who)
  const later = await made()
  expect(later.map(({ statement }) => statement).toSorted()).toEqual(first.map(({ statement }) => statement).toSorted())
  expect(later.every(({ runs, custom }) => runs === 4 && custom === 0)).toBe(true)
})

test('the writes of families and teachers are planned once, those of the office at first with each call', async () => {
  const plansOf = async (who: typeof s.ann, times: number) => {
    const own = openDatabase(s.url, s.schema, { max: 1 })
    try {
      const door = openHouse({ ...s, database: own, clock: () => s.clock.now })
      for (let time = 0; time < times; time += 1)
        await door.call({
          name: 'users-changeLanguage',
          data: { operationId: newId(), language: 'en' },
          actor: await who.actor(),
          address: '127.0.0.1',
        })
      const [plans] = await rows<{ generic: number; custom: number }>(
        own.db,
        sql`select sum(generic_plans)::int as generic, sum(custom_plans)::int as custom from pg_prepared_statements where statement like '%insert into operations%'`,
      )
      return plans
    } finally {
      await own.close()
    }
  }
  expect(await plansOf(s.ann, 6)).toEqual({ generic: 6, custom: 0 })
  expect(await plansOf(s.ida, 6)).toEqual({ generic: 1, custom: 5 })
})

test('statements sent together are answered in order, and an error affects only its own', async () => {
  const [one_, refused, two] = await one.reading(db =>
    Promise.allSettled([
      rows<{ n: number }>(db, sql`select 1 as n`),
      rows(db, sql`select 1 / ${0}::int as n`),
      rows<{ n: number }>(db, sql`select 2 as n`),
    ]),
  )
  expect(one_).toMatchObject({ value: [{ n: 1 }] })
  expect(refused.status).toBe('rejected')
  expect(two).toMatchObject({ value: [{ n: 2 }] })
})

test('statements of one Promise.all are run in the order in which their functions are called', async () => {
  await one.db.execute(sql`create table if not exists notes_in_order (at bigserial, what text)`)
  const raw = (db: Db, what: string) => rows(db, sql`insert into notes_in_order (what) values (${what})`)
  const table = pgTable('notes_in_order', { what: text() })
  const built = async (db: Db, what: string) => {
    await db.insert(table).values({ what })
  }
  const several = async (db: Db) => {
    await Promise.all([raw(db, 'third'), built(db, 'fourth'), db.insert(table).values({ what: 'fifth' })])
  }
  const ready = prepared<never, 'what'>(({ what }) => sql`insert into notes_in_order (what) values (${what})`)
  const sent = (db: Db, what: string) => db.insert(table).values({ what }).execute()
  await one.transaction(db =>
    Promise.all([
      built(db, 'first'),
      raw(db, 'second'),
      db.insert(table).values({ what: 'last' }),
      several(db),
      built(db, 'sixth'),
      ready(db, { what: 'prepared' }),
      sent(db, 'sent at once'),
    ]),
  )
  const found = await rows<{ what: string }>(one.db, sql`select what from notes_in_order order by at`)
  expect(found.map(({ what }) => what)).toEqual([
    'prepared',
    'sent at once',
    'first',
    'second',
    'third',
    'fourth',
    'fifth',
    'sixth',
    'last',
  ])
})
