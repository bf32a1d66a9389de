import { expect, test } from 'vitest'
import { isOutage } from './databaseErrors.ts'

const failure = (code: string, why = 'why') => new Error('failed', { cause: Object.assign(new Error(why), { code }) })

test('a full disk and a read-only server are outages; a duplicate row isn’t', () => {
  expect(['53100', '25006', '23505'].map(code => isOutage(failure(code)))).toEqual([true, true, false])
})

test('a faulty or read-only disk is an outage; a missing privilege isn’t', () => {
  expect(isOutage(failure('58030', 'could not read block 7 in file "base/5/1": Input/output error'))).toBe(true)
  expect(isOutage(failure('42501', 'could not extend file "base/5/1": Read-only file system'))).toBe(true)
  expect(isOutage(failure('42501', 'permission denied for table payments'))).toBe(false)
})
