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

/** The cells of a text, piece by piece, so that others are served meanwhile. Where quotes do not match they are text. */
export const readDelimited = async (
  text: string,
  asked: Delimiter | null,
): Promise<{ delimiter: Delimiter; grid: string[][] }> => {
  const lines = text.replace(/\r\n?/g, '\n')
  const delimiter = asked ?? recogniseDelimiter(lines)
  const body = lines.replace(/^sep=.\n/, '')
  const grid = await read(body, delimiter, '"').catch(() => read(body, delimiter, false))
  return { delimiter, grid }
}
