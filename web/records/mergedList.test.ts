import { expect, test } from 'vitest'
import { mergedList } from './mergedList.ts'

const closure = (key: number, onDay: string, reason = 'Holiday') => ({ key, onDay, reason })

test('two people’s additions to a list and removals from it are all kept', () => {
  expect(mergedList([1, 2, 3], [1, 3, 4], [2, 3, 5])).toEqual([3, 4, 5])
  expect(mergedList(['a'], ['a', 'b'], ['a', 'b'])).toEqual(['a', 'b'])
})

test('rows are told apart by their content, and added rows get new keys', () => {
  const from = [closure(0, '2026-11-01')]
  const to = [closure(0, '2026-11-01', 'Storm'), closure(1, '2026-11-08')]
  const now = [closure(0, '2026-11-01'), closure(1, '2026-12-24')]
  expect(mergedList(from, to, now)).toEqual([...to, closure(2, '2026-12-24')])
  // A row that others removed stays if it was changed here.
  expect(mergedList(from, to, [])).toEqual(to)
  expect(mergedList(from, from, [])).toEqual([])
})
