import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse } from '#server/house.ts'
import { type Database, type Db, openDatabase, rows } from '#server/platform/db.ts'
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
/** The statements whose plans the only connection of a pool keeps, and how often each has run. */
const kept = (db: Db) =>
  rows<Kept>(
    db,
    sql`select statement, (generic_plans + custom_plans)::int as runs from pg_prepared_statements where name like 'often%' order by statement`,
  )

test('the plan of a statement that comes again and again is kept, in and out of transactions', async () => {
  for (let turn = 0; turn < 10; turn += 1)
    expect(await rows(one.db, sql`select ${turn}::int as turn`)).toEqual([{ turn }])
  for (let turn = 0; turn < 10; turn += 1) await one.transaction(db => rows(db, sql`select ${turn}::int as turn`))
  await rows(one.db, sql`select 'once' as word`)
  expect(await kept(one.db)).toEqual([{ statement: 'select $1::int as turn', runs: 17 }])
})

test("a family's start is two statements, planned ahead", async () => {
  const door = openHouse({ ...s, database: one, clock: () => s.clock.now })
  const actor = await s.ann.actor()
  const before = (await kept(one.planned)).map(({ statement }) => statement)
  for (let turn = 0; turn < 10; turn += 1)
    await door.call({ name: 'parents-home', data: {}, actor, address: '127.0.0.1' })
  const found = (await kept(one.planned)).filter(({ statement }) => !before.includes(statement))
  expect(found.filter(({ statement }) => statement.includes('mine as')).map(({ runs }) => runs)).toEqual([7])
  expect(found.length).toBeLessThanOrEqual(2)
})
