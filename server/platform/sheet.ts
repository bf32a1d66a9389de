import type { Cell as SheetCell } from 'write-excel-file/node'
import { csvOf } from './csv.ts'
import { inThread } from './makingThread.ts'

/**
 * The type of a column's cells: text, a count, money in whole minor units, a day (YYYY-MM-DD), or a wall-clock time
 * (YYYY-MM-DDTHH:MM).
 */
export type CellKind = 'text' | 'number' | 'money' | 'day' | 'clock'
export type SheetColumn = { head: string; kind: CellKind; width: number }
export type CellValue = string | number | null

/** The value of a `clock` cell: an instant in the school's wall-clock time, YYYY-MM-DDTHH:MM. */
export const wallClock = (at: Date | null, zone: string): string | null =>
  at &&
  new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at).replace(' ', 'T')

/** A row of a sheet, with its cells in the order of the columns. */
export type SheetRow = readonly CellValue[]
export type Sheet = {
  title: string
  columns: readonly SheetColumn[]
  /** The number of decimal places of the currency. */
  digits: number
}
const few = 200

/** A sheet as CSV: amounts in major units, days as they are, wall-clock times with a space between day and time. */
export const sheetCsv = inThread(
  import.meta.url,
  'sheetCsv',
  few,
  (rows: readonly SheetRow[], { columns, digits }: Sheet) =>
    csvOf(
      columns.map(({ head }) => head),
      rows.map(row =>
        row.map((value, at) => {
          const { kind } = columns[at]!
          if (kind === 'money' && typeof value === 'number') return value / 10 ** digits
          return kind === 'clock' && typeof value === 'string' ? value.replace('T', ' ') : value
        }),
      ),
    ),
)

const cellOf = (value: CellValue, kind: CellKind, digits: number): SheetCell => {
  if (value === null || value === '') return null
  if (kind === 'money')
    return { value: Number(value) / 10 ** digits, format: digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}` }
  if (kind === 'number') return { value: Number(value), format: '0' }
  if (kind === 'day') return { value: new Date(`${value}T00:00:00Z`), format: 'yyyy-mm-dd' }
  if (kind === 'clock') return { value: new Date(`${value}:00Z`), format: 'yyyy-mm-dd hh:mm' }
  // Written as text, whatever it looks like, so that no spreadsheet runs it.
  return { value: String(value), type: String }
}

/** A sheet as an Excel workbook, with real dates, numbers and amounts, and a header row that stays in view. */
export const sheetXlsx = inThread(
  import.meta.url,
  'sheetXlsx',
  few,
  async (rows: readonly SheetRow[], { title, columns, digits }: Sheet) => {
    const { default: writeExcelFile } = await import('write-excel-file/node')
    const head: SheetCell[] = columns.map(({ head: text, kind }) => ({
      value: text,
      type: String,
      fontWeight: 'bold',
      backgroundColor: '#E6EFE9',
      alignVertical: 'center',
      height: 22,
      ...((kind === 'number' || kind === 'money') && { align: 'right' }),
    }))
    const data = rows.map(row => row.map((value, at) => cellOf(value, columns[at]!.kind, digits)))
    return writeExcelFile([head, ...data], {
      // Excel does not allow these characters in a sheet's name, nor more than 31 characters.
      sheet: title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31),
      columns: columns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
      stickyColumnsCount: 1,
    }).toBuffer()
  },
)
