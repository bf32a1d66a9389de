import { expect, test } from 'vitest'
import type { Callable } from '#contract/callable.ts'
import { contract } from '#contract/index.ts'
import { neverKept } from './neverKept.ts'

const isKept = (name: string): boolean => !neverKept.some(start => `${name}"`.startsWith(start))

test('no device keeps what declares it, and every other answer that families and teachers get is kept', () => {
  const reads = Object.entries<Callable>(contract).filter(
    ([, { kind, by }]) => kind === 'read' && by.some(caller => caller !== 'admin'),
  )
  for (const [name, { isFresh, isPersonal }] of reads) expect(isKept(name), name).toBe(!isFresh && !isPersonal)
  // A price is never worked on from an old copy; a roll is, since each mark says what it was made on.
  expect(['visits-price', 'enrolments-quote', 'absences-roll', 'assignments-current'].map(isKept)).toEqual([
    false,
    false,
    true,
    true,
  ])
})
