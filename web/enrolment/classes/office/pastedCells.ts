import { parse } from 'csv-parse/browser/esm/sync'
import { recogniseDelimiter } from '#rules/imports/delimiters.ts'

/** Splits pasted text into cells, by the delimiter that splits it most evenly. Unmatched quotes are text. */
export const cellsOf = (text: string): string[][] => {
  const lines = text.replace(/\r\n?/g, '\n')
  // Spreadsheets copy tabs as delimiters, whatever else is in the cells.
  const delimiter = lines.includes('\t') ? '\t' : recogniseDelimiter(lines)
  const read = (quote: '"' | false): string[][] =>
    parse(lines, { delimiter, quote, relax_quotes: true, relax_column_count: true, record_delimiter: '\n' })
  try {
    return read('"')
  } catch {
    return read(false)
  }
}
