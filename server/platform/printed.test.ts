import { expect, test } from 'vitest'
import { asSentence, counted, sizeText } from './printed.ts'

test('a command prints one thing in the singular', () => {
  expect([0, 1, 2, 31_682].map(n => counted(n, 'row'))).toEqual(['0 rows', '1 row', '2 rows', '31,682 rows'])
  expect([1, 2].map(n => counted(n, 'entry', 'entries'))).toEqual(['1 entry', '2 entries'])
})

test('a text gets a full stop unless it has one', () =>
  expect(['no answer', 'Choose another folder.'].map(asSentence)).toEqual(['no answer.', 'Choose another folder.']))

test('a size has the unit that fits it', () => {
  expect([0, 12, 340_000, 999_000, 999_001, 1_840_000, 999_949_999, 999_950_000, 79.6e9].map(sizeText)).toEqual([
    '0 KB',
    '1 KB',
    '340 KB',
    '999 KB',
    '1.0 MB',
    '1.8 MB',
    '999.9 MB',
    '1.0 GB',
    '79.6 GB',
  ])
})
