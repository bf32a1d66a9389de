import { expect, test } from 'vitest'
import { freshDatabase, tablesOf } from '#tests/database-fixture.ts'
import { kinds, leftBehind } from './schoolFiles.plain.ts'

test('every table is taken along or left behind for a reason', async () => {
  const { database, drop } = await freshDatabase()
  const decided = [...Object.keys(kinds), ...Object.keys(leftBehind)]
  expect(decided.toSorted()).toEqual(await tablesOf(database))
  await drop()
})
