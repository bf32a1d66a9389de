import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { PhoneRegion } from '#contract/exchange/imports.ts'
import { readingOf } from '#tests/importReading.ts'
import type { Decision } from '#rules/imports/plan.ts'
import { type Around, applied, nobody } from '#tests/importedSchool.ts'
import { decodeText, recogniseEncoding } from './decoding.ts'
import { openSheet } from './opening.ts'
import { recognise, study, type StudiedRow, type Study } from './study.ts'

/**
 * Sheets as schools keep them, written by hand, each with what a careful reader finds in it (the .txt next to it): who
 * is imported, who may see whom, what is asked, what stays out, and which cells go into no record. Below a sheet's
 * questions are its families once the office has answered all of them with “not sure yet”.
 */
const folder = new URL('../../../tests/fixtures/imports/hand/', import.meta.url)
const regions: Record<string, PhoneRegion> = {
  'msforms.csv': 'GB',
  'taiwan-big5.csv': 'TW',
  'two-line-heading.csv': 'DE',
}
const sheets = readdirSync(folder).filter(name => /\.[ct]sv$/.test(name))
const isAnew = process.env['UPDATE_READINGS'] === '1'

/** The answer “not sure yet” for each child about whom a line asks. */
const heldBack = ({ n, report }: StudiedRow): [number, Decision] => [
  n,
  {
    isSkipped: false,
    answer: null,
    numberAnswer: null,
    custodyAnswers: report.custody.map(({ child }) => ({ child, kind: 'hold', barred: [] })),
  },
]
/** Reads a sheet with the proposed columns; `asked` is a study whose questions are answered with “not sure yet”. */
const read = async (bytes: Buffer, region: PhoneRegion, around: Around = nobody, asked: Study | null = null) => {
  const { lines } = await openSheet(bytes)
  const waiting = asked?.rows.filter(({ report }) => report.custody.length > 0) ?? []
  const sheet = { lines, ...recognise(lines, null), dayOrder: null, region }
  return study(sheet, { ...around, today: '2026-09-13' }, new Map(waiting.map(heldBack)))
}

test.each(sheets)('%s is read the way a careful person reads it', async name => {
  const bytes = readFileSync(new URL(name, folder))
  const region = regions[name] ?? 'US'
  const first = await read(bytes, region)
  const answered = await read(bytes, region, nobody, first)
  const asked = readingOf(first).filter(line => line.startsWith('ask '))
  const whole = `${[...asked, ...readingOf(answered)].join('\n')}\n`
  const reading = new URL(name.replace(/\.\w+$/, '.txt'), folder)
  if (isAnew || !existsSync(reading)) writeFileSync(reading, whole)
  expect(whole).toBe(readFileSync(reading, 'utf8'))
  const rowsAbout = asked.filter(line => line.includes('who may see')).map(line => line.split(':', 1)[0])
  expect(first.totals.custody ?? 0).toBe(new Set(rowsAbout).size)

  const { cells, unused } = first.totals
  expect(unused!.filter(({ reason }) => reason === 'unplaced')).toEqual([])
  expect(cells!.all).toBe(cells!.recorded + cells!.guides + cells!.blank + cells!.out + cells!.unused)

  // The same sheet again, and with its lines in reverse order, creates no one and repeats no question.
  const lines = decodeText(bytes, recogniseEncoding(bytes)).trimEnd().split('\n')
  const head =
    Math.max(
      ...first.rows
        .filter(({ outcome }) => outcome !== 'ignored')
        .map(({ n }) => n)
        .slice(0, 1),
    ) - 1
  const turned = [...lines.slice(0, head), ...lines.slice(head).toReversed()].join('\n')
  for (const again of [bytes, ...(isTurnable(name) ? [Buffer.from(turned)] : [])]) {
    const { totals } = await read(again, region, applied(answered))
    expect([totals.newFamilies, totals.newChildren, totals.newGuardians]).toEqual([0, 0, 0])
    expect(totals.custody).toBe(0)
  }
})
/**
 * False for sheets whose lines mean something else in another order: lines that say “same as above”, or are under a
 * heading of their own.
 */
const isTurnable = (name: string): boolean => !/below|by-class|roster|faults|couples|mother-father/.test(name)
