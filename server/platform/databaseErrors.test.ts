import { expect, test } from 'vitest'
import { isOutage } from './databaseErrors.ts'

test('a disk without room and a server that only reads are outages; a row that is there twice is none', () => {
  const failure = (code: string) => new Error('failed', { cause: Object.assign(new Error('why'), { code }) })
  expect(['53100', '25006', '23505'].map(code => isOutage(failure(code)))).toEqual([true, true, false])
})
