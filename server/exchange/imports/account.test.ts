import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areHeadingsShifted } from '#rules/imports/layout.ts'
import { studied, unaccountedIn } from '#tests/importScore.ts'
import { applied } from '#tests/importedSchool.ts'
import type { Study } from './study.ts'

const csv = (lines: readonly (readonly string[])[]): string =>
  lines
    .map(line => line.map(cell => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\n')
const unusedOf = ({ totals }: Study) =>
  totals.unused!.map(({ column, reason, cells }) => [column, reason, ...cells.map(({ text }) => text)])

test('every cell of any sheet is accounted for', async () => {
  const heading = fc.constantFrom(
    ...'Student|First name|Last name|DOB|Grade|Mother|Mother phone|Father|Father email|Parent|Phone|Email'.split('|'),
    ...'Family ID|Student ID|Address|Zip|Allergies|Custody|Notes|Timestamp|Emergency contact|Class'.split('|'),
    ...'Emergency phone|T-shirt size||学生姓名|出生日期|家长'.split('|'),
  )
  const cell = fc.oneof(
    fc.constantFrom(
      ...'| |N/A|-|同上|"|Mia Wang|Wang, Leo|王小明|Ann & Bob Lee|2016-03-04|3/4/2016|2015|13/13/2016'.split('|'),
      ...'ann@example.com|a@b.example / c@d.example|585-555-0100|585-555-0100 / 585-555-0101|See file'.split('|'),
      ...'No contact with father|Y|no|Peanuts|Total|12|F-1|mother|1 Elm St'.split('|'),
    ),
    fc.string({ maxLength: 12, unit: 'grapheme' }).map(text => text.replaceAll(/["\r\n\0;|\t]/g, ' ')),
  )
  const sheet = fc
    .array(heading, { minLength: 1, maxLength: 9 })
    .chain(headings =>
      fc
        .array(fc.array(cell, { minLength: 0, maxLength: headings.length + 1 }), { minLength: 1, maxLength: 12 })
        .map(lines => [['Name', ...headings], ...lines]),
    )
    .filter(lines => !areHeadingsShifted(lines))
  await fc.assert(
    fc.asyncProperty(sheet, fc.boolean(), async (lines, isAnswered) => {
      const { cells, unused: listed } = (await studied(csv(lines), undefined, isAnswered)).totals
      const { all, recorded, guides, blank, out, unused } = cells!
      expect(all).toBe(lines.flat().filter(each => each.trim() !== '').length)
      expect(recorded + guides + blank + out + unused).toBe(all)
      expect(listed!.reduce((sum, { n }) => sum + n, 0)).toBe(unused)
    }),
    { numRuns: 150 },
  )
})

test('cells that go into no record are reported one by one, each with its reason', async () => {
  const text = csv([
    ['Lakeside school', '', '', '', '', '', ''],
    ['Student', 'DOB', 'Parent', 'Phone', 'Email', 'T-shirt size', 'Class'],
    ['Mia Wang', '2016-03-04', 'Ann Wang', '585-555-0100 / 585-555-0101', 'ann@example.com', 'M', 'Dance'],
    ['Leo Park', '2015', 'Bob Park', '12-34-56', 'bob at home', 'N/A', ''],
    ['', '2016-03-05', 'Cy Lee', '585-555-0102', 'cy@example.com', 'S', 'Dance'],
  ])
  const study = await studied(text)
  expect(study.totals.cells).toEqual({ all: 27, recorded: 7, guides: 7, blank: 1, out: 6, unused: 6 })
  expect(unusedOf(study)).toEqual([
    [1, 'unread', '2015'],
    [3, 'unread', '12-34-56'],
    [4, 'unread', 'bob at home'],
    [5, 'column', 'M'],
    [6, 'column', 'Dance'],
    [null, 'title', 'Lakeside school'],
  ])
})

test('a phone number lost between two people of the same name is reported', async () => {
  const study = await studied(
    csv([
      [
        'Student',
        'DOB',
        'Parent 1',
        'Parent 1 phone',
        'Parent 1 email',
        'Parent 2',
        'Parent 2 phone',
        'Parent 2 email',
      ],
      [
        'Mia Li',
        '2016-03-04',
        'Fang Li',
        '585-555-0100',
        'fang@example.com',
        'Fang Li',
        '585-555-0199',
        'fang@example.com',
      ],
    ]),
  )
  expect(unusedOf(study)).toEqual([[6, 'extra', '585-555-0199']])
})

test('a later submission and the school’s own record win, and what they override is reported', async () => {
  const headings = ['Timestamp', 'Student', 'DOB', 'Parent', 'Parent phone', 'Parent email']
  const twice = csv([
    headings,
    ['9/14/2026 8:15:00', 'Mia Wang', '2016-03-04', 'Ann Wang', '585-444-0100', 'ann@example.com'],
    ['10/2/2026 19:30:00', 'Mia Wang', '2016-03-04', 'Ann Wang', '585-555-0100', 'ann@example.com'],
  ])
  const first = await studied(twice)
  expect(unusedOf(first)).toEqual([[4, 'superseded', '585-444-0100']])
  const later = csv([
    headings,
    ['11/2/2026 19:30:00', 'Mia Wang', '2016-03-04', 'Ann Wang', '585-666-0100', 'ann@example.com'],
  ])
  expect(unusedOf(await studied(later, applied(first)))).toEqual([[4, 'kept', '585-666-0100']])
})

test('an address that belongs to someone else is reported', async () => {
  const headings = ['Student', 'DOB', 'Parent', 'Parent email']
  const first = await studied(csv([headings, ['Mia Wang', '2016-03-04', 'Ann Wang', 'ann@example.com']]))
  const study = await studied(
    csv([headings, ['Zoe Park', '2016-03-05', 'Bob Park', 'ann@example.com']]),
    applied(first),
  )
  expect(study.counts.new + study.counts.joined).toBe(1)
  expect(unusedOf(study)).toEqual([[3, 'taken', 'ann@example.com']])
})

test('every cell of a line of five hundred is accounted for', async () => {
  const good = Array.from({ length: 20 }, (_, n) => [`Mia ${'ABCDEFGHIJKLMNOPQRST'[n]}ee`, '2016-03-04', 'Ann Lee'])
  const text = csv([['Student', 'DOB', 'Parent'], ...good, ['Zoe Park', ...Array.from({ length: 499 }, () => 'x')]])
  const study = await studied(text)
  expect(study.totals.cells).toMatchObject({ all: 63 + 500, out: 500 })
  expect(unaccountedIn(study, text)).toBe(0)
})
