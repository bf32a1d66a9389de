import { expect, test } from 'vitest'
import { isOutage } from './databaseErrors.ts'

const failure = (code: string, why = 'why') => new Error('failed', { cause: Object.assign(new Error(why), { code }) })

test('a disk without room and a server that only reads are outages; a row that is there twice is none', () => {
  expect(['53100', '25006', '23505'].map(code => isOutage(failure(code)))).toEqual([true, true, false])
})

test('a disk with faults, or one that lets nobody write, is an outage; a right that is missing is none', () => {
  expect(isOutage(failure('58030', 'could not read block 7 in file "base/5/1": Input/output error'))).toBe(true)
  expect(isOutage(failure('42501', 'could not extend file "base/5/1": Read-only file system'))).toBe(true)
  expect(isOutage(failure('42501', 'permission denied for table payments'))).toBe(false)
})
