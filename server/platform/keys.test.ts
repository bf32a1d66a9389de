import { expect, test } from 'vitest'
import { pageSize, totalOf } from './keys.ts'

test('rows are counted only where the first page doesn’t hold them all', async () => {
  let asked = 0
  const count = async () => {
    asked += 1
    return 123
  }
  const rows = (n: number) => Array.from({ length: n })
  expect(await totalOf(rows(0), undefined, count)).toBe(0)
  expect(await totalOf(rows(pageSize), undefined, count)).toBe(pageSize)
  expect(asked).toBe(0)
  expect(await totalOf(rows(pageSize + 1), undefined, count)).toBe(123)
  // A later page tells nothing about the rows before it.
  expect(await totalOf(rows(3), 'a key', count)).toBe(123)
  expect(asked).toBe(2)
})
