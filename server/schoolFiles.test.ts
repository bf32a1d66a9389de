import { expect, test } from 'vitest'
import { freshDatabase, tablesOf } from '#tests/database-fixture.ts'
import { kinds, leftBehind } from './schoolFiles.plain.ts'

test('every table is either exported or listed as left behind', async () => {
  const { database, drop } = await freshDatabase()
  const decided = [...Object.keys(kinds), ...Object.keys(leftBehind)]
  expect(decided.toSorted()).toEqual(await tablesOf(database))
  await drop()
})
