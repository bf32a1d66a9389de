import { setImmediate as nextTurn } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { Unzip, UnzipInflate } from 'fflate'
import type { RosterFile } from '#contract/exchange/oneroster.ts'
import { largestUnpacked, rosterFiles } from '#contract/exchange/oneroster.plain.ts'
import { CallError, conflict } from '#server/platform/errors.ts'
import { columns, manifestFiles, type Version } from './format.ts'
import type { Package, Problem, Row, Table } from './validate.ts'

const notOurs = (why: string) => conflict('NOT_ONEROSTER', `This is not a OneRoster zip: ${why}`)
const tooLarge = () => conflict('FILE_TOO_LARGE', 'The files in this zip are too large in total.')

const mostFiles = 100
/** The maximum number of rows of all files together; several times those of a school with ten thousand students. */
const mostRows = 250_000
/**
 * The maximum ratio of unpacked to packed size. A table packs to about a tenth; a much higher ratio means a zip bomb.
 */
const mostlyPacked = 60
/** The number of bytes that any zip may unpack to, however small it is. */
const alwaysFair = 4 * 1024 * 1024
const chunk = 64 * 1024

/**
 * The CSV files of a zip by their names in lower case, without folders. Counts the bytes as they are unpacked, so that
 * a small zip that unpacks to a huge one is stopped early.
 */
export const unzip = async (bytes: Uint8Array, most = largestUnpacked): Promise<Map<string, Buffer>> => {
  const parts = new Map<string, Uint8Array[]>()
  const fair = Math.min(most, alwaysFair + mostlyPacked * bytes.length)
  let unpacked = 0
  let failure: unknown = null
  const stream = new Unzip(file => {
    const name = file.name.split('/').at(-1)!.toLowerCase()
    if (!name.endsWith('.csv') || file.name.startsWith('__MACOSX/')) return
    if (parts.size >= mostFiles || parts.has(name)) {
      failure ??= notOurs('it has too many files')
      return
    }
    const pieces: Uint8Array[] = []
    parts.set(name, pieces)
    file.ondata = (error, data) => {
      if (error) failure ??= notOurs('it is damaged')
      unpacked += data?.length ?? 0
      if (unpacked > fair) failure ??= tooLarge()
      else if (data) pieces.push(data)
    }
    file.start()
  })
  stream.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length && failure === null; at += chunk) {
      stream.push(bytes.subarray(at, at + chunk), at + chunk >= bytes.length)
      await nextTurn()
    }
  } catch {
    failure ??= notOurs('it is damaged')
  }
  if (failure !== null) throw failure
  return new Map([...parts].map(([name, pieces]) => [name, Buffer.concat(pieces)]))
}

/**
 * The records of a CSV file (RFC 4180, UTF-8), with the lines on which they begin. The limit `most` doesn't count the
 * header.
 */
const recordsOf = async (bytes: Buffer, most: number): Promise<{ line: number; cells: string[] }[]> => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw notOurs('its files are not in UTF-8')
  }
  const records: { line: number; cells: string[] }[] = []
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 1_000_000,
  })
  let next = 1
  parser.on('data', ({ record, info }: { record: string[]; info: { lines: number } }) => {
    if (records.length > most) parser.destroy(tooLarge())
    else records.push({ line: next, cells: record })
    next = info.lines + 1
  })
  const read = new Promise<void>((resolve, reject) => {
    parser.on('end', resolve)
    parser.on('error', error => reject(error instanceof CallError ? error : notOurs('one of its files is not a table')))
  })
  const fed = (async () => {
    for (let at = 0; at < bytes.length && !parser.destroyed; at += chunk) {
      parser.write(bytes.subarray(at, at + chunk))
      await nextTurn()
    }
    if (!parser.destroyed) parser.end()
  })()
  await Promise.all([read, fed])
  return records
}

const versionOf = (properties: ReadonlyMap<string, string>): Version => {
  const version = properties.get('oneroster.version')
  if (version === '1.2' || version === '1.1') return version
  throw notOurs('its manifest names neither version 1.1 nor 1.2')
}

const tableOf = async (file: RosterFile, mode: 'bulk' | 'delta', bytes: Buffer, most: number): Promise<Table> => {
  const [first, ...records] = await recordsOf(bytes, most)
  if (!first) throw notOurs(`${file}.csv has no header`)
  const header = first.cells.map(cell => cell.trim())
  const rows: Row[] = []
  for (const { line, cells } of records)
    rows.push({ line, cells: Object.fromEntries(header.map((name, index) => [name, (cells[index] ?? '').trim()])) })
  return { file, mode, header, rows }
}

/**
 * Problems of the manifest: files that it names and the zip lacks, and values for files that the standard doesn't
 * define.
 */
const manifestProblems = (
  version: Version,
  entries: readonly { line: number; cells: string[] }[],
  files: ReadonlyMap<string, Buffer>,
): Problem[] =>
  entries.flatMap(({ line, cells: [name = '', value = ''] }): Problem[] => {
    const file = manifestFiles[version].find(each => `file.${each}` === name.trim())
    const mode = value.trim()
    if (file === undefined || mode === 'absent') return []
    const found = (reason: Problem['reason']) => [
      { file: 'manifest' as const, line, column: name.trim(), reason, value: mode.slice(0, 100) },
    ]
    if (mode !== 'bulk' && mode !== 'delta') return found('value')
    return files.has(`${file.toLowerCase()}.csv`) ? [] : found('missing')
  })

/**
 * Reads a zip of version 1.1 or 1.2. Throws `NOT_ONEROSTER` where it is none, or `FILE_TOO_LARGE`. Run it in a worker
 * thread (archive.ts), since unpacking blocks the event loop.
 */
export const unpack = async (bytes: Uint8Array, most = largestUnpacked): Promise<Package> => {
  const files = await unzip(bytes, most)
  const manifest = files.get('manifest.csv')
  if (!manifest) throw notOurs('it has no manifest.csv')
  const entries = await recordsOf(manifest, mostFiles)
  const properties = new Map(entries.map(({ cells: [name = '', value = ''] }) => [name.trim(), value.trim()]))
  const version = versionOf(properties)
  const problems = manifestProblems(version, entries, files)
  const tables: Table[] = []
  for (const file of rosterFiles) {
    if (!columns[version][file]) continue
    const mode = properties.get(`file.${file}`)
    const found = files.get(`${file.toLowerCase()}.csv`)
    if (!found || (mode !== 'bulk' && mode !== 'delta')) continue
    const soFar = tables.reduce((sum, { rows }) => sum + rows.length, 0)
    tables.push(await tableOf(file, mode, found, mostRows - soFar))
  }
  if (tables.length === 0) throw notOurs('it has none of the files that its manifest names')
  const others = manifestFiles[version].filter(
    file => !(file in columns[version]) && (properties.get(`file.${file}`) ?? 'absent') !== 'absent',
  )
  return { version, source: properties.get('source.systemName') ?? '', tables, others, manifest: problems }
}
