import { parse } from 'csv-parse/browser/esm/sync'
import { recogniseDelimiter } from '#rules/imports/delimiters.ts'

/** The cells of what was pasted, parted by the sign that parts them most evenly. Quotes that don’t match are text. */
export const cellsOf = (text: string): string[][] => {
  const lines = text.replace(/\r\n?/g, '\n')
  // Spreadsheets copy tabs, whatever else is in their cells.
  const delimiter = lines.includes('\t') ? '\t' : recogniseDelimiter(lines)
  const read = (quote: '"' | false): string[][] =>
    parse(lines, { delimiter, quote, relax_quotes: true, relax_column_count: true, record_delimiter: '\n' })
  try {
    return read('"')
  } catch {
    return read(false)
  }
}
