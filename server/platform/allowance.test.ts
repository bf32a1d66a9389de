import { expect, test } from 'vitest'
import { allowance } from './allowance.ts'

test('so many in a window, each key for itself, and anew in the next', () => {
  const { take } = allowance(2, 60_000)
  expect([take('a', 0), take('a', 1_000), take('a', 2_000), take('b', 2_000)]).toEqual([0, 0, 58, 0])
  expect(take('a', 59_999)).toBe(1)
  expect([take('a', 60_000), take('a', 60_001), take('a', 60_002)]).toEqual([0, 0, 60])
})

test('says how long the next one has to wait, and counts nothing by that', () => {
  const { take, wait } = allowance(2, 60_000)
  expect([wait('a', 0), take('a', 0), wait('a', 0), take('a', 0)]).toEqual([0, 0, 0, 0])
  expect([wait('a', 30_000), wait('a', 30_000), wait('b', 30_000), wait('a', 60_000)]).toEqual([30, 30, 0, 0])
})
