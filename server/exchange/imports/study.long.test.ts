import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type Around, applied, nobody } from '#tests/importedSchool.ts'
import { openSheet } from './opening.ts'
import { recognise, study, type Study } from './study.ts'

const folder = new URL('../../../tests/fixtures/imports/', import.meta.url)

const studied = async (bytes: Buffer, around: Around = nobody): Promise<Study> => {
  const { lines } = await openSheet(bytes)
  const sheet = { lines, ...recognise(lines, null), dayOrder: null, region: 'US' as const }
  return study(sheet, { ...around, today: '2026-09-13' }, new Map())
}

// Families and children as the author of the file meant them; two people with the same name and birthday are asked
// about.
test.each([
  ['messy-300.csv', 209, 293],
  ['office-gb18030.csv', 80, 80],
  ['taiwan-big5.csv', 60, 71],
  ['europe-windows-1252.csv', 59, 59, 1],
  ['families.xlsx', 70, 102],
  ['children-in-columns.csv', 60, 84],
  ['form-answers.csv', 90, 90],
  ['music-school.tsv', 90, 107],
  // Written by someone else, after the rules were.
  ['unseen/pta.csv', 70, 125],
  ['unseen/form.csv', 60, 103],
  ['unseen/iclass.csv', 70, 126],
  ['unseen/jackrabbit.csv', 60, 110],
  ['unseen/quickbooks.csv', 50, 82],
])('%s has %i families and %i children, none of them twice', async (name, families, children, asked = 0) => {
  const bytes = readFileSync(new URL(name, folder))
  const first = await studied(bytes)
  expect(first.totals).toMatchObject({ newFamilies: families, newChildren: children })
  expect(first.counts.doubtful).toBe(asked)
  const { rejected, doubtful, ignored: _ignored, skipped: _skipped, ...landed } = first.counts
  const sum = Object.values(landed).reduce((total, count) => total + count, 0)
  expect(sum / (sum + rejected + doubtful)).toBeGreaterThan(0.95)
  const again = await studied(bytes, applied(first))
  expect(again.counts).toMatchObject({ new: 0, joined: 0, changed: 0, doubtful: asked })
})

test('a workbook that is too large when unpacked is refused', async () => {
  const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(140 * 1024 * 1024).fill(0x20) }, { level: 9 })
  expect(bomb.length).toBeLessThan(1024 * 1024)
  await expect(openSheet(Buffer.from(bomb))).rejects.toMatchObject({ details: { reason: 'SHEET_TOO_LARGE' } })
})

/** A number in letters, for names of people who must not be taken for one another. */
const spelled = (n: number): string => `Kid${[...String(n)].map(digit => 'abcdefghij'[Number(digit)]).join('')}`

test('the event loop isn’t blocked while a large sheet is read', async () => {
  const rows = Array.from(
    { length: 4000 },
    (_, n) =>
      `"Wang, ${spelled(n)}",3/${(n % 28) + 1}/2016,"Wei${n} Wang & Li${n} Zhang",301-555-${String(n).padStart(4, '0')},w${n}@x.org`,
  )
  let longest = 0
  const began = performance.now()
  let isRunning = true
  const beat = (async () => {
    for (let last = performance.now(); isRunning;) {
      await wait(5)
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }
  })()
  const { totals } = await studied(Buffer.from(`Student,DOB,Parents,Phone,Email\n${rows.join('\n')}\n`))
  isRunning = false
  await beat
  expect(totals.newChildren).toBe(4000)
  // Measured as a share, since a test machine may be slow.
  expect(longest).toBeLessThan((performance.now() - began) / 4)
})
