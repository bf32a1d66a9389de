import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { type Delimiter, recogniseDelimiter } from '#rules/imports/delimiters.ts'

const chunkLength = 64 * 1024

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += chunkLength) yield text.slice(at, at + chunkLength)
}

const read = async (text: string, delimiter: Delimiter, quote: '"' | false): Promise<string[][]> => {
  const records: string[][] = []
  const parser = Readable.from(chunksOf(text)).pipe(
    parse({
      delimiter,
      quote,
      relax_quotes: true,
      relax_column_count: true,
      record_delimiter: '\n',
      max_record_size: 1_000_000,
    }),
  )
  for await (const record of parser) records.push(record as string[])
  return records
}

/** A quoted cell may go on for some lines; one that goes on for longer was never closed. */
const longestCell = 30

/** Takes the quotes out of lines that open one and never close it, so that they alone are read otherwise. */
const mended = (text: string): string => {
  if (!text.includes('"')) return text
  const lines = text.split('\n')
  const isOdd = lines.map(line => (line.split('"').length - 1) % 2 === 1)
  for (let at = 0; at < lines.length; at += 1) {
    if (!isOdd[at]) continue
    const below = isOdd.slice(at + 1, at + 1 + longestCell).indexOf(true)
    if (below === -1) lines[at] = lines[at]!.replaceAll('"', '')
    else at += 1 + below
  }
  return lines.join('\n')
}

/** The cells of a text, piece by piece, so that others are served meanwhile. Where quotes do not match they are text. */
export const readDelimited = async (
  text: string,
  asked: Delimiter | null,
): Promise<{ delimiter: Delimiter; grid: string[][] }> => {
  const lines = text.replace(/\r\n?/g, '\n')
  const delimiter = asked ?? recogniseDelimiter(lines)
  const body = mended(lines.replace(/^sep=.\n/, ''))
  const grid = await read(body, delimiter, '"').catch(() => read(body, delimiter, false))
  return { delimiter, grid }
}
