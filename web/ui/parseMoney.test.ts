import { expect, test } from 'vitest'
import { parseMoney, unreadable } from './parseMoney.ts'

test.each([
  ['1,250.50', 125_050],
  ['1.250,50', 125_050],
  ['1250,5', 125_050],
  ['1250', 125_000],
  ['1,250', 125_000],
  ['1 250.00', 125_000],
  ['1’250.00', 125_000],
  ['.5', 50],
  ['0', 0],
  ['$15', 1_500],
  ['15 USD', 1_500],
  ['５０', 5_000],
  ['１２．５０', 1_250],
  ['￥８８', 8_800],
])('“%s” is an amount', (typed, cents) => {
  expect(parseMoney(typed, 2)).toBe(cents)
})

test.each(['12.345', '1e5', '2 x 15', 'abc', '-5', '1,2,3', '1,25,000', '12.', '1.2.3', '12345.678', '.'])(
  '“%s” is refused, not read as another amount',
  typed => {
    expect(parseMoney(typed, 2)).toBe(unreadable)
  },
)

test('a blank is no amount, and a currency without cents has no decimals', () => {
  expect([parseMoney('', 2), parseMoney('  ', 2)]).toEqual([null, null])
  expect([parseMoney('1,250', 0), parseMoney('1.250', 0), parseMoney('1250.5', 0)]).toEqual([1_250, 1_250, unreadable])
})
