import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { recogniseEncoding } from './decoding.ts'
import { recogniseDelimiter } from '#rules/imports/delimiters.ts'
import { openSheet } from './opening.ts'
import { phoneReader, regionFor } from './phones.ts'
import { nobody } from '#tests/importedSchool.ts'
import { recognise, study, type Study } from './study.ts'
import { readWorkbook } from './workbook.ts'

const folder = new URL('../../../tests/fixtures/imports/', import.meta.url)

const studied = async (bytes: Buffer): Promise<Study> => {
  const { lines } = await openSheet(bytes)
  const sheet = { lines, ...recognise(lines, null), dayOrder: null, region: 'US' as const }
  return study(sheet, { ...nobody, today: '2026-09-13' }, new Map())
}

describe('the encoding and the delimiter of a file', () => {
  test.each([
    ['office-gb18030.csv', 'gb18030'],
    ['taiwan-big5.csv', 'big5'],
    ['europe-windows-1252.csv', 'windows-1252'],
    ['music-school.tsv', 'utf-16le'],
    ['messy-300.csv', 'utf-8'],
  ])('%s: %s', (name, encoding) => {
    const bytes = readFileSync(new URL(name, folder))
    expect(recogniseEncoding(bytes)).toBe(encoding)
    // A short sample is enough.
    if (encoding !== 'utf-16le') expect(recogniseEncoding(bytes.subarray(0, 600))).toBe(encoding)
  })
  test.each([
    ['a,b,c\n1,"2;2;2;2",3\n', ','],
    ['a;b;c\n1,5;2;3\n', ';'],
    ['a\tb\n1,2\t3\n', '\t'],
    ['sep=|\na|b\n', '|'],
  ])('%j is delimited by %j', (text, delimiter) => expect(recogniseDelimiter(text)).toBe(delimiter))
})

test('phone numbers are formatted for the school’s region', () => {
  const read = phoneReader('US')
  expect(read('301.555.0100')).toBe('(301) 555-0100')
  expect(read('+1 (301) 555-0100')).toBe('(301) 555-0100')
  expect(read('13800138000')).toBe('+86 138 0013 8000')
  expect(read('+49 30 1234567')).toBe('+49 30 1234567')
  expect(read('555-0100')).toBe('555-0100')
  expect(read('12')).toBeNull()
  expect(regionFor({ zone: 'America/New_York', currency: 'USD' })).toBe('US')
  expect(regionFor({ zone: 'Europe/Vienna', currency: 'EUR' })).toBe('AT')
})

describe('a workbook', () => {
  test('gives merged cells, dates and numbers with leading zeros as text', async () => {
    const [, sheet] = (await readWorkbook(readFileSync(new URL('families.xlsx', folder))))!
    expect(sheet!.name).toBe('Families')
    expect(new Set(sheet!.grid[0]!.slice(0, 10))).toEqual(new Set(['Lakeside Chinese School – Families 2026']))
    expect(sheet!.grid[2]!.slice(4, 7)).toEqual(['Parent 1', 'Parent 1', 'Parent 1'])
    expect(sheet!.grid.some(row => row[12] === '02139')).toBe(true)
    expect(sheet!.grid.some(row => /^20\d\d-\d\d-\d\d$/.test(row[2] ?? ''))).toBe(true)
  })
  test('is null if the file isn’t one', async () => {
    expect(await readWorkbook(Buffer.from('PK nothing'))).toBeNull()
  })
})

describe('a bad line', () => {
  const sheet = (...lines: string[]) => studied(Buffer.from(['Student,DOB,Mother,Mother phone', ...lines].join('\n')))
  const good = (n: number) =>
    `Child${'abcdefghij'[n % 10]} Ng${'abcdefghij'[n % 10]},2016-03-1${n % 10},Mia Ng${'abcdefghij'[n % 10]},585-555-010${n % 10}`
  const ten = Array.from({ length: 10 }, (_, n) => good(n))
  const open = { code: 'quote-open', column: null, text: '' }
  const zoe = 'Zoe Park,2016-03-04,"Park, Ann,585-555-0177'
  test.each([
    ['in the midst', [...ten.slice(0, 4), zoe, ...ten.slice(4)]],
    ['at the end', [...ten, zoe]],
    ['above cells that are quoted', [zoe, ...ten.map(line => `"${line.replaceAll(',', '","')}"`)]],
    ['above cells that hold the delimiter', [zoe, ...ten.map(line => line.replace(/^(\w+) (\w+)/, '"$2, $1"'))]],
    ['beside another in the first cell', [...ten, `"${zoe}`]],
    ['with a good quoted cell after it', [...ten, zoe.replace('585-555-0177', '"585-555-0177"')]],
    ['in cells parted by tabs', [zoe, ...ten]],
  ])('with an unclosed quote is reported, and the rest is read: %s', async (how, lines) => {
    const text = ['Student,DOB,Mother,Mother phone', ...lines].join('\n')
    const { rows, counts, plan } = await studied(Buffer.from(/tabs/.test(how) ? text.replaceAll(',', '\t') : text))
    expect(counts).toMatchObject({ new: 10, rejected: 1 })
    const out = rows.find(({ outcome }) => outcome === 'rejected')!
    expect(out.cells.join()).toContain('Zoe Park')
    expect(out.report.problems).toContainEqual(open)
    expect(new Set(plan.families.flatMap(({ guardians }) => guardians.map(({ name }) => name)))).toEqual(
      new Set(ten.map(line => line.split(',')[2])),
    )
  })
  test('with an unclosed quote doesn’t fill in the blanks of a sibling below', async () => {
    const { plan, counts } = await sheet(...ten, zoe, 'Max Park,2017-03-04,,')
    expect(counts).toMatchObject({ new: 11, rejected: 1 })
    expect(plan.families.find(({ children }) => children[0]!.of.name === 'Max Park')!.guardians).toEqual([])
  })
  test.each([
    ['before a word', 'Zoe "Zz Park,2016-03-04,Ann Park,585-555-0177'],
    ['before a cell', '"Zoe Zz Park,2016-03-04,Ann Park,585-555-0177'],
    ['before a cell with others in it', 'Zoe Zz Park,2016-03-04,"Ann ""An"" Park,585-555-0177'],
  ])('with the right number of cells is reported, and read without its unclosed quote: %s', async (_, line) => {
    const { rows, plan, counts } = await sheet(...ten, line)
    expect(counts).toMatchObject({ new: 11, rejected: 0 })
    expect(rows.at(-1)!.report.warnings).toContainEqual(open)
    expect(plan.families.at(-1)!.children[0]!.of.name).toBe('Zoe Zz Park')
    expect(plan.families.at(-1)!.guardians[0]!.name).toMatch(/^Ann/)
  })
  test('with an unclosed quote and an empty last cell is rejected, too', async () => {
    const { counts, rows } = await sheet(...ten, 'Zoe Park,2016-03-04,"Park, Ann,')
    expect(counts).toMatchObject({ new: 10, rejected: 1 })
    expect(rows.at(-1)!.report.problems).toContainEqual(open)
  })
  test('leaves the lines between it and another bad line alone', async () => {
    const { counts } = await sheet(...ten.slice(0, 3), zoe, ...ten.slice(3, 6), `${zoe} 2`, ...ten.slice(6))
    expect(counts).toMatchObject({ new: 10, rejected: 2 })
  })
  test('isn’t one with inch marks, quotes within quotes or a multi-line cell', async () => {
    const fine = ['"Ng, Mia ""Mimi""",2016-03-04,"Ann\nNg","585-555-0101"', '"Oh, Kim",2016-03-05,Jo Oh,585-555-0102']
    const inches = ['Ada Ey,2016-03-06,Eve Ey,585-555-0103,"5\'6"""', 'Bo Ey,2016-03-07,Eve Ey,585-555-0103,5\'6"']
    const { rows, counts } = await sheet(...fine, ...inches)
    expect(rows.flatMap(({ report }) => report.problems)).toEqual([])
    expect(counts).toMatchObject({ rejected: 0 })
    expect(rows.slice(-2).map(({ cells }) => cells[4])).toEqual(['5\'6"', '5\'6"'])
  })
  test('with five hundred cells is reported, and the rest is read', async () => {
    const { rows, counts } = await sheet(...ten, `Zoe Park,2016-03-04,Ann Park,585-555-0177${',x'.repeat(500)}`)
    expect(counts).toMatchObject({ new: 10, rejected: 1 })
    expect(rows.at(-1)!.report.problems).toEqual([{ code: 'too-wide', column: null, text: '' }])
  })
})

test('Chinese phone numbers get their country code, however they are written', () => {
  const read = phoneReader('US')
  for (const text of ['0086 139 1234 5678', '86-139-1234-5678', '+86 139 1234 5678', '8613912345678', '139 1234 5678'])
    expect(read(text)).toBe('+86 139 1234 5678')
})

test('an email in a name column is read as an email, and a number without an area code is reported', async () => {
  const { plan, rows } = await studied(
    Buffer.from('Student,DOB,Parent name,Parent phone\nMia Ng,2016-03-04,ann.ng@example.com,555-0177'),
  )
  expect(plan.families[0]!.guardians).toMatchObject([{ email: 'ann.ng@example.com', phone: '555-0177' }])
  expect(rows.at(-1)!.report.warnings.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['guardian-unnamed', 'phone-short']),
  )
})
