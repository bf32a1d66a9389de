import { type SheetEncoding, type sheetDelimiters, sheetLimits } from '#contract/exchange/imports.ts'
import { isLeftOpen } from '#rules/imports/cells.ts'
import { areHeadingsShifted, findLayout } from '#rules/imports/layout.ts'
import { conflict } from '#server/platform/errors.ts'
import { decodeText, recogniseEncoding } from './decoding.ts'
import { readDelimited } from './delimited.ts'
import type { Line } from './study.ts'
import { readWorkbook, type Workbook } from './workbook.ts'
import { TooMuch } from './zip.ts'

type Delimiter = (typeof sheetDelimiters)[number]
export type Opened = {
  encoding: SheetEncoding | null
  delimiter: Delimiter | null
  sheet: string
  sheets: string[]
  lines: Line[]
}
export type Asked = {
  encoding?: SheetEncoding | null | undefined
  delimiter?: Delimiter | null | undefined
  sheet?: string | undefined
}

const mostText = sheetLimits.bytes * 2
/** The maximum number of cells in a line; what is further right is joined into its last cell. */
const widest = 2000

const isArchive = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50
/** True for legacy Excel files, PDFs, pictures and the like. */
const isForeign = (bytes: Buffer): boolean =>
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    [0x25, 0x50, 0x44, 0x46],
    [0x89, 0x50, 0x4e, 0x47],
    [0xff, 0xd8, 0xff],
    [0x50, 0x4b],
    [0x1f, 0x8b],
    [0x7f, 0x45, 0x4c, 0x46],
  ].some(start => start.every((byte, index) => bytes[index] === byte))

export const tooLarge = () =>
  conflict(
    'SHEET_TOO_LARGE',
    `A sheet can have at most ${sheetLimits.rows} rows and ${sheetLimits.columns} columns. Split it into smaller ones.`,
  )
const unreadable = () =>
  conflict('SHEET_UNREADABLE', 'This file can’t be read as a spreadsheet. Save it as .xlsx or .csv.')

/**
 * The lines that are not blank, with their cells cut to the maximum length. Throws where the sheet is empty or too
 * large. In a text with an unclosed quote, the empty cells at the end of its line stay, since they show whether its
 * cells have moved.
 */
const linesOf = (grid: readonly string[][], isText: boolean): Line[] => {
  const lines = grid.flatMap((row, index) => {
    const last = row.findLastIndex(cell => cell.trim() !== '')
    return last === -1
      ? []
      : [
          {
            n: index + 1,
            cells: row
              .slice(0, isText && row.some(isLeftOpen) ? row.length : last + 1)
              .map(cell => cell.slice(0, sheetLimits.cell).replaceAll('\u0000', '')),
          },
        ]
  })
  // A text that many cells share takes little room in a workbook and much outside of it.
  if (lines.reduce((sum, { cells }) => sum + cells.reduce((own, cell) => own + cell.length, 0), 0) > mostText)
    throw tooLarge()
  const wide = lines.filter(({ cells }) => cells.length > sheetLimits.columns)
  // A few lines that are too wide are errors of those lines: the study rejects them, and none of their cells is lost.
  if (lines.length > sheetLimits.rows || wide.length > lines.length / 10) throw tooLarge()
  for (const { cells } of wide)
    if (cells.length > widest)
      cells.push(
        cells
          .splice(widest - 1)
          .join(' ')
          .slice(0, sheetLimits.cell),
      )
  if (lines.length === 0) throw conflict('FILE_EMPTY', 'This sheet is empty.')
  return lines
}

/** The sheet that looks most like a list of people: with recognized headings and many lines. */
const bestSheet = (sheets: Workbook): string =>
  sheets
    .map(({ name, grid }) => {
      const { headings, headingRows } = findLayout(grid)
      const known = headingRows.length === 0 ? 0 : headings.filter(Boolean).length
      return { name, score: Math.min(known, 8) * Math.log2(2 + grid.filter(row => row.some(Boolean)).length) }
    })
    .reduce((best, each) => (each.score > best.score ? each : best)).name

/** Opens a file in the calling thread, with the requested settings; the others are detected. */
export const openSheet = async (bytes: Buffer, asked: Asked = {}): Promise<Opened> => {
  if (bytes.length === 0) throw conflict('FILE_EMPTY', 'The file is empty.')
  if (bytes.length > sheetLimits.bytes) throw conflict('FILE_TOO_LARGE', 'The file is too large.')
  if (isArchive(bytes)) {
    const sheets = await readWorkbook(bytes).catch((error: unknown) => {
      throw error instanceof TooMuch ? tooLarge() : unreadable()
    })
    if (!sheets) throw unreadable()
    const sheet = sheets.find(({ name }) => name === asked.sheet)?.name ?? bestSheet(sheets)
    const { grid } = sheets.find(({ name }) => name === sheet)!
    return {
      encoding: null,
      delimiter: null,
      sheet,
      sheets: sheets.map(({ name }) => name),
      lines: linesOf(grid, false),
    }
  }
  if (isForeign(bytes)) throw unreadable()
  const encoding = asked.encoding ?? recogniseEncoding(bytes)
  const text = decodeText(bytes, encoding)
  if (/^\s*(?:<!doctype html|<html|<\?xml|\{\\rtf)/i.test(text)) throw unreadable()
  const { delimiter, grid } = await readDelimited(text, asked.delimiter ?? null).catch(() => {
    throw unreadable()
  })
  if (areHeadingsShifted(grid))
    throw conflict('SHEET_SHIFTED', 'The heading row has another number of cells than the rows below it.')
  return { encoding, delimiter, sheet: '', sheets: [], lines: linesOf(grid, true) }
}
