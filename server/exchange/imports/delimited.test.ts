import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDelimited } from './delimited.ts'
import { openSheet } from './opening.ts'

const gridOf = async (...lines: string[]) => (await readDelimited(lines.join('\n'), ',')).grid

const cell = fc.string({ unit: fc.constantFrom('a', '1', ' ', '"', ',', '\n', '家'), maxLength: 8 })
const grid = fc
  .array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 12 })
  .filter(rows => rows.every(row => row.every(each => each.trim() === each)))
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const written = (text: string): string => (/[",\n]/.test(text) ? quoted(text) : text)

test('well-formed text is read as written, quoted everywhere or only where needed', () =>
  fc.assert(
    fc.asyncProperty(grid, fc.constantFrom(quoted, written), async (rows, write) => {
      expect(await gridOf(...rows.map(row => row.map(write).join(',')))).toEqual(rows)
    }),
  ))

describe('a quote that is never closed', () => {
  const plain = fc.string({ unit: fc.constantFrom('a', '1', 'é', '家'), minLength: 1, maxLength: 6 })
  const line = fc.tuple(plain, plain, plain)
  const quiet = fc.tuple(
    line,
    fc.constantFrom(quoted, (text: string) => text),
  )
  test('changes neither other lines nor other cells of its own line', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(quiet, { maxLength: 40 }),
        fc.array(quiet, { maxLength: 40 }),
        line,
        fc.nat({ max: 2 }),
        async (above, below, bad, column) => {
          const text = (lines: typeof above) => lines.map(([cells, write]) => cells.map(write).join(','))
          const broken = bad.with(column, `"${bad[column]}`)
          expect(await gridOf(...text(above), broken.join(','), ...text(below))).toEqual([
            ...above.map(([cells]) => cells),
            broken,
            ...below.map(([cells]) => cells),
          ])
        },
      ),
    ))
  test('leaves correctly quoted cells beside it intact', async () => {
    expect(await gridOf('"Wang, Mia",2016,"Ann,585', '"Ng, Bo",2017,Eve,586')).toEqual([
      ['Wang, Mia', '2016', '"Ann', '585'],
      ['Ng, Bo', '2017', 'Eve', '586'],
    ])
    expect(await gridOf('Mia,"Ann,"585"', 'Bo,Eve,586')).toEqual([
      ['Mia', '"Ann', '585'],
      ['Bo', 'Eve', '586'],
    ])
  })
  test('isn’t closed by an inch mark on a line below', async () => {
    expect(await gridOf('name,height,note', '"Mia,150,calm', 'Zoe,140,', 'Bo,5\'6",loud', 'Al,130,')).toEqual([
      ['name', 'height', 'note'],
      ['"Mia', '150', 'calm'],
      ['Zoe', '140', ''],
      ['Bo', '5\'6"', 'loud'],
      ['Al', '130', ''],
    ])
  })
  test('is assumed only if the cell would span too many lines', async () => {
    const address = Array.from({ length: 20 }, (_, n) => `line ${n}, and more`)
    expect(await gridOf(`Mia,"${address.join('\n')}",x`, 'Bo,y,z')).toEqual([
      ['Mia', address.join('\n'), 'x'],
      ['Bo', 'y', 'z'],
    ])
    const endless = Array.from({ length: 40 }, (_, n) => `Kid ${n},y,z`)
    expect(await gridOf('Mia,"y,z', ...endless, 'Bo,y","z')).toHaveLength(42)
  })
})

test('a quote within a cell is text', async () => {
  expect(await gridOf('Mia,5\'6",x', 'Zoe "Zz" Ng,"5\'6""",y', '"Ann "Annie" Park",",z')).toEqual([
    ['Mia', '5\'6"', 'x'],
    ['Zoe "Zz" Ng', '5\'6"', 'y'],
    ['"Ann "Annie" Park"', '"', 'z'],
  ])
})

describe('a comma without quotes', () => {
  const open = async (...lines: string[]) => (await openSheet(Buffer.from(lines.join('\n')))).lines.length
  const shifted = { details: { reason: 'SHEET_SHIFTED' } }
  const headings = 'Student,Grade,Allergies,Mother,Father,Custody'
  const row = 'Mia Wang,3,peanut,Jing Liu,Hao Wang,no pick up by dad!'

  test('in a heading is refused, since a custody note would end up under another heading', async () => {
    expect(await open('"Student (Last, First)",Grade,Allergies,Mother,Father,Custody', row, row)).toBe(3)
    await expect(open('Student (Last, First),Grade,Allergies,Mother,Father,Custody', row, row)).rejects.toMatchObject(
      shifted,
    )
    await expect(open('Student (Last, First),Grade,Allergies,Mother,Father,Custody', row)).rejects.toMatchObject(
      shifted,
    )
  })
  test('in every name is refused too, but one bad line is not', async () => {
    const bad = `Wang, ${row}`
    await expect(open(headings, bad, bad, bad)).rejects.toMatchObject(shifted)
    expect(await open(headings, row, row, row, row, bad)).toBe(6)
  })
  test('isn’t suspected where lines leave out empty cells at their end, or headings have some', async () => {
    expect(await open(headings, row, 'Tom Wang,4', 'Ann Lee,5,,Mei Lee')).toBe(4)
    expect(await open(`${headings},,`, row, row)).toBe(3)
    expect(await open(headings, `${row},`, `${row},`)).toBe(3)
    expect(await open('Lakeside Chinese School', headings, row, row)).toBe(4)
  })
})
