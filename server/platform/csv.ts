import { stringify } from 'csv-stringify/sync'

type Cell = string | number | null

// What a spreadsheet would take for a formula (OWASP, CSV injection): a text must stay one.
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text)
const safe = (cell: Cell): Cell => (typeof cell === 'string' && isFormula(cell) ? `'${cell}` : cell)

/**
 * A table as comma-separated values (RFC 4180), in UTF-8 with the mark by which spreadsheets know it. Texts that a
 * spreadsheet would run as formulas get an apostrophe; numbers stay numbers.
 */
export const csvOf = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  stringify(
    [header, ...rows].map(row => row.map(safe)),
    { bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )
