import { stringify } from 'csv-stringify/sync'

type Cell = string | number | null

// What a spreadsheet would take for a formula (OWASP, CSV injection), also in full-width characters; such a text must
// stay a text. Where another character separates cells (a semicolon in much of Europe, a tab), the text behind it
// begins a cell.
const formula = /(^|[;,\t\r\n|])(\s*[=+\-@＝＋－＠])/g
const safe = (cell: Cell): Cell =>
  typeof cell === 'string' ? cell.replace(/^[\t\r]/, "'$&").replace(formula, "$1'$2") : cell

/**
 * Formats a table as comma-separated values (RFC 4180), in UTF-8 with a byte order mark by which spreadsheets recognize
 * it. Text that a spreadsheet would run as a formula gets an apostrophe before it; numbers stay numbers.
 */
export const csvOf = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  stringify(
    [header, ...rows].map(row => row.map(safe)),
    { bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )
