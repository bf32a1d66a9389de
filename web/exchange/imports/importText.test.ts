import { expect, test } from 'vitest'
import type { ImportRow } from '#contract/exchange/imports.ts'
import { guardiansOf, isDayOpen, repeatedRow } from './importText.ts'

const child = { name: 'Mia Wang', nativeName: '', birthOn: null, grade: '', isNew: true }
const twice = { code: 'twice', column: null, text: '2' }
const row = (over: Partial<Pick<ImportRow, 'outcome' | 'children' | 'warnings'>>) =>
  repeatedRow({ outcome: 'same', children: [child], warnings: [], ...over })

test('a row that only repeats an earlier one isn’t counted as already on file', () => {
  expect(row({ warnings: [twice] })).toBe('2')
  expect(row({})).toBeNull()
  // A second child is on file, or the row fills a gap.
  expect(row({ children: [child, child], warnings: [twice] })).toBeNull()
  expect(row({ outcome: 'changed', warnings: [twice] })).toBeNull()
})

test('a sheet with ambiguous dates has an open question', () => {
  const dayExample = { cell: '3/4/2016', monthFirst: '2016-03-04', dayFirst: '2016-04-03' }
  expect(isDayOpen({ dayExample, dayOrder: null })).toBe(true)
  expect(isDayOpen({ dayExample, dayOrder: 'day-first' })).toBe(false)
  expect(isDayOpen({ dayExample: null, dayOrder: null })).toBe(false)
})

test('a guardian whom rows of a family name differently is listed once, and two who share an address on one row twice', () => {
  const adult = (name: string, email = '') => ({ name, nativeName: '', email, phone: '', isNew: true })
  const names = (...rows: ReturnType<typeof adult>[][]) =>
    guardiansOf(rows.map(guardians => ({ guardians }))).map(({ name }) => name)
  const jun = 'jun.li@example.com'
  expect(names([adult('Jun Li', jun)], [adult('李军', jun)], [adult('Jun Li', jun)])).toEqual(['Jun Li'])
  const both = [adult('Jun Li', jun), adult('Ana Li', jun)]
  expect(names(both, both)).toEqual(['Jun Li', 'Ana Li'])
  expect(names([adult('Ana Li')], [adult('Ana Li'), adult('Jun Li')])).toEqual(['Ana Li', 'Jun Li'])
})
