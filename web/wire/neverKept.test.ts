import { expect, test } from 'vitest'
import type { Callable } from '#contract/callable.ts'
import { contract } from '#contract/index.ts'
import { neverKept } from './neverKept.ts'

const isKept = (name: string): boolean => !neverKept.some(start => `${name}"`.startsWith(start))

test('devices keep every answer for families and teachers except those marked as never kept', () => {
  const reads = Object.entries<Callable>(contract).filter(
    ([, { kind, by }]) => kind === 'read' && by.some(caller => caller !== 'admin'),
  )
  for (const [name, { isFresh, isPersonal }] of reads) expect(isKept(name), name).toBe(!isFresh && !isPersonal)
  // No one works on a price from an old copy. They do on a roll, since each mark says which version it was made on.
  expect(['visits-price', 'enrolments-quote', 'absences-roll', 'assignments-current'].map(isKept)).toEqual([
    false,
    false,
    true,
    true,
  ])
})
