import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('cells with commas, quotes and line breaks are quoted, and other scripts are kept', () => {
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
test('text that a spreadsheet would run as a formula stays text, and a number stays a number', () => {
  expect(csvOf(['a'], [['=1+1'], ['+1'], ['-1'], ['@x'], ['\tx'], [-1.5], ['a=b']])).toBe(
    "\uFEFFa\r\n'=1+1\r\n'+1\r\n'-1\r\n'@x\r\n'\tx\r\n-1.5\r\na=b\r\n",
  )
})
test('formulas are defused in full width, after spaces, and with other cell separators', () => {
  const cellOf = (text: string) => csvOf(['a'], [[text]]).split('\r\n')[1]
  for (const sign of ['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
    expect(cellOf(`${sign}1`)).toBe(`'${sign}1`)
    expect(cellOf(` ${sign}1`)).toBe(`' ${sign}1`)
    for (const parted of [';', '|', '\t']) expect(cellOf(`foo${parted}${sign}1`)).toBe(`foo${parted}'${sign}1`)
    expect(cellOf(`foo,${sign}1; ${sign}2`)).toBe(`"foo,'${sign}1;' ${sign}2"`)
  }
  expect(csvOf(['a'], [['two\n=lines']])).toBe('\uFEFFa\r\n"two\n\'=lines"\r\n')
  for (const plain of ['K-3', 'a = b', 'ann@home.example', 'Li; Wang', '1+1']) expect(cellOf(plain)).toBe(plain)
})
