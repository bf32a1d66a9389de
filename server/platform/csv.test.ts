import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('cells with commas, quotes and lines are quoted, and nothing is lost of other scripts', () => {
  expect(
    csvOf(
      ['Name', '姓名'],
      [
        ['Li, "Bo"', '李波'],
        ['two\nlines', null],
      ],
    ),
  ).toBe('\uFEFFName,姓名\r\n"Li, ""Bo""",李波\r\n"two\nlines",\r\n')
})
test('what a spreadsheet would run stays a text, a number stays a number', () => {
  expect(csvOf(['a'], [['=1+1'], ['+1'], ['-1'], ['@x'], ['\tx'], [-1.5], ['a=b']])).toBe(
    "\uFEFFa\r\n'=1+1\r\n'+1\r\n'-1\r\n'@x\r\n'\tx\r\n-1.5\r\na=b\r\n",
  )
})
