import { expect, test } from 'vitest'
import { allowance } from './allowance.ts'

test('so many in a window, each key for itself, and anew in the next', () => {
  const { take } = allowance(2, 60_000)
  expect([take('a', 0), take('a', 1_000), take('a', 2_000), take('b', 2_000)]).toEqual([0, 0, 58, 0])
  expect(take('a', 59_999)).toBe(1)
  expect([take('a', 60_000), take('a', 60_001), take('a', 60_002)]).toEqual([0, 0, 60])
})
