import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { type Delimiter, recogniseDelimiter } from '#rules/imports/delimiters.ts'

const chunkLength = 64 * 1024

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += chunkLength) yield text.slice(at, at + chunkLength)
}

const read = async (text: string, delimiter: Delimiter): Promise<string[][]> => {
  const records: string[][] = []
  const parser = Readable.from(chunksOf(text)).pipe(
    parse({
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
      record_delimiter: '\n',
      max_record_size: 1_000_000,
    }),
  )
  for await (const record of parser) records.push(record as string[])
  return records
}

/** The maximum number of lines in a quoted cell; a longer one was never closed. */
const longestCell = 30

/**
 * The position of the quote that closes a quoted cell in a line: the first that isn't doubled; -1 where there is none.
 */
const closingIn = (line: string, from: number): number => {
  let at = line.indexOf('"', from)
  while (at !== -1 && line[at + 1] === '"') at = line.indexOf('"', at + 2)
  return at
}

/** The number of cells in the rest of a line; null where one of them continues on the next line. */
const cellsIn = (rest: string, delimiter: Delimiter): number | null => {
  let isQuoted = false
  let count = 0
  for (const sign of rest) {
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === delimiter && !isQuoted) count += 1
  }
  return isQuoted ? null : count
}

/**
 * A text in which every quote that opens a cell is closed. A cell whose quote is never closed ends with the next
 * delimiter, so that all other cells and lines are read correctly, and keeps the quote in its text (`isLeftOpen`).
 */
const mended = (text: string, delimiter: Delimiter): string => {
  if (!text.includes('"')) return text
  const lines = text.split('\n')
  const done: string[] = []
  const isEnd = (line: string, quote: number) => quote === line.length - 1 || line[quote + 1] === delimiter
  /** The number of finished lines of each width. */
  const widths = new Map<number, number>()
  const usual = () => [...widths].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0])[0]
  /**
   * True for a line that is complete by itself: it has the usual width, and would be too wide or narrow as the end of a
   * cell above it. Its quote is then a sign of its own, such as one for inches.
   */
  const isWhole = (line: string, quote: number, column: number): boolean => {
    const behind = cellsIn(line.slice(quote + 1), delimiter)
    return (
      behind !== null &&
      column + 1 + behind !== usual() &&
      line.slice(0, quote).split(delimiter).length + behind === usual()
    )
  }
  /** The line that closes a cell still open at the end of another line; -1 where none does. */
  const closedBelow = (above: number, column: number): number => {
    for (let at = above + 1; at <= above + longestCell && at < lines.length; at += 1) {
      const quote = closingIn(lines[at]!, 0)
      if (quote !== -1) return isEnd(lines[at]!, quote) && !isWhole(lines[at]!, quote, column) ? at : -1
    }
    return -1
  }
  for (let n = 0; n < lines.length; n += 1) {
    const cells: string[] = []
    let line = lines[n]!
    for (let at = 0; at <= line.length;) {
      const start = at
      let isOpen = false
      let before = ''
      if (line[at] === '"') {
        const quote = closingIn(line, at + 1)
        const below = quote === -1 ? closedBelow(n, cells.length) : -1
        if (below !== -1) {
          before = [line.slice(start), ...lines.slice(n + 1, below), ''].join('\n')
          n = below
          line = lines[n]!
          at = closingIn(line, 0) + 1
        } else if (quote !== -1 && isEnd(line, quote)) at = quote + 1
        // The next quote opens another cell, or there is none.
        else isOpen = quote === -1 || line[quote - 1] === delimiter
      }
      const end = line.indexOf(delimiter, at)
      at = end === -1 ? line.length : end
      const cell = before === '' ? line.slice(start, at) : before + line.slice(0, at)
      cells.push(isOpen ? `""${cell}"` : cell)
      at += 1
    }
    widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
    done.push(cells.join(delimiter))
  }
  return done.join('\n')
}

/**
 * Reads the cells of a text in pieces, so that the event loop can serve other requests in between. A quote that is
 * never closed is text.
 */
export const readDelimited = async (
  text: string,
  asked: Delimiter | null,
): Promise<{ delimiter: Delimiter; grid: string[][] }> => {
  const lines = text.replace(/\r\n?/g, '\n')
  const delimiter = asked ?? recogniseDelimiter(lines)
  const body = mended(lines.replace(/^sep=.\n/, ''), delimiter)
  return { delimiter, grid: await read(body, delimiter) }
}
