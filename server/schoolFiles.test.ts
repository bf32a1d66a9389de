import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/database-fixture.ts'
import { kinds, leftBehind } from './schoolFiles.plain.ts'

test('every table is taken along or left behind for a reason', async () => {
  const { database, schema, drop } = await freshDatabase()
  const { rows } = await database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = $1 and tablename <> 'migrations' order by 1",
    [schema],
  )
  const decided = [...Object.keys(kinds), ...Object.keys(leftBehind)]
  expect(decided.toSorted()).toEqual(rows.map(({ name }) => name))
  await drop()
})
