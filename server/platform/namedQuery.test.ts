import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, rows } from '#server/platform/db.ts'
import { rememberingClients } from '#server/platform/statements.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

/** A connection, and how many descriptions of columns and rows it has received. */
const listen = async () => {
  const client = new (rememberingClients())({ connectionString: s.url })
  await client.connect()
  const received = { descriptions: 0, rows: 0 }
  const connection = (client as unknown as { connection: NodeJS.EventEmitter }).connection
  connection.on('rowDescription', () => (received.descriptions += 1))
  connection.on('dataRow', () => (received.rows += 1))
  return { client, received }
}

const everyType = `select $1::int as number, null::text as nothing, 12345678901::bigint as long, 1.5::float8 as share,
  true as is_true, '2026-11-30'::date as day, '2026-11-30T10:00:00Z'::timestamptz as at, array[1, 2] as list,
  '{"a": [1]}'::jsonb as json, '00000000-0000-4000-8000-000000000001'::uuid as id, '\\x01'::bytea as bytes`

test('a named statement is described once on each connection, and its rows stay the same', async () => {
  const { client, received } = await listen()
  try {
    const bare = await client.query(everyType, [7])
    expect(received).toEqual({ descriptions: 1, rows: 1 })
    for (let turn = 0; turn < 5; turn += 1) {
      const { rows: found, fields, rowCount } = await client.query({ name: 'every', text: everyType }, [7])
      expect(found).toEqual(bare.rows)
      expect(fields).toEqual(bare.fields)
      expect(rowCount).toBe(1)
    }
    expect(received).toEqual({ descriptions: 2, rows: 6 })
  } finally {
    await client.end()
  }
})

test('each caller gets a statement’s rows in its own types and form', async () => {
  const { client } = await listen()
  const asText = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig
  const name = 'typed'
  const text = 'select 7::int as number, null::int as nothing'
  try {
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await client.query({ name, text })).rows).toEqual([{ number: 7, nothing: null }])
      expect((await client.query({ name, text, types: asText })).rows).toEqual([{ number: '7', nothing: null }])
      expect((await client.query({ name, text, rowMode: 'array' })).rows).toEqual([[7, null]])
      expect((await client.query({ name, text, types: asText, rowMode: 'array' })).rows).toEqual([['7', null]])
    }
  } finally {
    await client.end()
  }
})

test('a named statement that fails affects only itself, before and after its columns are known', async () => {
  const { client } = await listen()
  const divide = (by: number) => client.query({ name: 'divide', text: 'select 6 / $1::int as n' }, [by])
  try {
    for (let turn = 0; turn < 3; turn += 1) {
      const results = await Promise.allSettled([divide(0), divide(2), divide(0), divide(3)])
      expect(
        results.map(each => (each.status === 'fulfilled' ? each.value.rows : (each.reason as { code: string }).code)),
      ).toEqual(['22012', [{ n: 3 }], '22012', [{ n: 2 }]])
    }
    const failed = await divide(0).catch((error: Error) => error)
    expect((failed as Error).stack).toContain('namedQuery.test.ts')
    const none = { name: 'nothing', text: 'set local lock_timeout = 0' }
    for (let turn = 0; turn < 2; turn += 1) expect((await client.query(none)).rows).toEqual([])
  } finally {
    await client.end()
  }
})

test('a table that gets another column between two queries is an error, never a row under wrong names', async () => {
  const db = openDatabase(s.url, s.schema, { max: 1 })
  const all = () => rows(db.db, sql.raw('select * from growing'))
  try {
    await rows(db.db, sql.raw('create table growing as select 1 as first'))
    for (let turn = 0; turn < 6; turn += 1) expect(await all()).toEqual([{ first: 1 }])
    await rows(db.db, sql.raw('alter table growing drop column first, add column second int default 2'))
    await expect(all()).rejects.toMatchObject({ cause: { message: 'cached plan must not change result type' } })
  } finally {
    await db.close()
  }
})

test('what is fetched from a cursor has the cursor’s own columns, however often the same words are sent', async () => {
  const db = openDatabase(s.url, s.schema, { max: 1 })
  try {
    for (const column of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'])
      await db.transaction(async own => {
        await rows(own, sql.raw(`declare several cursor for select 1 as ${column}`))
        expect(await rows(own, sql.raw('fetch 5 from several'))).toEqual([{ [column]: 1 }])
      })
  } finally {
    await db.close()
  }
})
