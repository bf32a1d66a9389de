import { expect, test } from 'vitest'
import { readEntry, readTable, textOf } from './cellText.ts'

test.each([
  ['8', { points: 8, isExcused: false }],
  [' 8.25 ', { points: 8.25, isExcused: false }],
  ['8,5', { points: 8.5, isExcused: false }],
  ['.5', { points: 0.5, isExcused: false }],
  ['９．５', { points: 9.5, isExcused: false }],
  ['0', { points: 0, isExcused: false }],
  ['', { points: null, isExcused: false }],
  ['x', { points: null, isExcused: true }],
  ['EX', { points: null, isExcused: true }],
  ['免', { points: null, isExcused: true }],
  ['10.01', 'max'],
  ['ten', 'number'],
  ['-1', 'number'],
  ['1e1', 'number'],
  ['8/10', 'number'],
])('%o is read as %o', (typed, entry) => expect(readEntry(typed, 10)).toEqual(entry))

test('what is shown reads back the same', () => {
  for (const entry of [
    { points: null, isExcused: false },
    { points: null, isExcused: true },
    { points: 0, isExcused: false },
    { points: 9.75, isExcused: false },
  ])
    for (const excused of ['ex', '免']) expect(readEntry(textOf(entry, excused), 10)).toEqual(entry)
  expect(textOf(undefined, 'ex')).toBe('')
})

test('a pasted column or block is spread over cells, a single value is not', () => {
  expect(readTable('8\n9\n\n10\n')).toEqual([['8'], ['9'], [''], ['10']])
  expect(readTable('8\t9\r\n7\tx')).toEqual([
    ['8', '9'],
    ['7', 'x'],
  ])
  expect(readTable('8')).toBeNull()
  expect(readTable('8\n')).toBeNull()
})
