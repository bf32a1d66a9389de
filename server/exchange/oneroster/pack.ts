import { setImmediate as nextTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { Zip, ZipDeflate } from 'fflate'
import type { Extent } from '#contract/exchange/oneroster.ts'
import { gradeToCeds, periodOf } from '#rules/oneroster.ts'
import type { Db } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { columns, manifestFiles, ours, ownColumns } from './format.ts'
import { type Found, readRows, type WrittenFile, writtenFiles } from './packQueries.ts'

type Cell = string | number | null

const plain = (value: unknown): Cell =>
  typeof value === 'string' || typeof value === 'number' ? value : Array.isArray(value) ? value.join(',') : null

/** Cells that are computed instead of read from a column of the relation. */
const made: Partial<Record<WrittenFile, Record<string, (row: Found) => Cell>>> = {
  classes: {
    termSourcedIds: row => plain(row['termSourcedId']),
    periods: row => periodOf(Number(row['weekday']), String(row['startsAt']), String(row['endsAt'])),
  },
  users: {
    agentSourcedIds: row => plain(row['agents']),
    grades: row => gradeToCeds(String(row['grade'])),
  },
}

/** In bulk files status and dateLastModified stay blank (CSV Binding 1.2, section 2.3). */
const columnsOf = (file: WrittenFile): { name: string; cell: (row: Found) => Cell }[] => [
  ...columns['1.2'][file]!.map(({ name }) => ({
    name,
    cell: made[file]?.[name] ?? ((row: Found) => plain(row[name])),
  })),
  ...(file in ownColumns ? ownColumns[file as keyof typeof ownColumns] : []).map((name: string) => ({
    name: `${ours}${name}`,
    cell: (row: Found) => plain(row[name]),
  })),
]

// No apostrophes before `=` and the like: programs read these cells, and must get the school's values.
const csv = (lines: readonly (readonly Cell[])[]): Buffer =>
  Buffer.from(
    stringify(
      lines.map(line => [...line]),
      { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
    ),
  )

const manifest = (): Cell[][] => [
  ['propertyName', 'value'],
  ['manifest.version', '1.0'],
  ['oneroster.version', '1.2'],
  ...manifestFiles['1.2'].map(file => [
    `file.${file}`,
    (writtenFiles as readonly string[]).includes(file) ? 'bulk' : 'absent',
  ]),
  ['source.systemName', 'Lantern'],
  ['source.systemCode', 'lantern'],
]

/**
 * The roster as a OneRoster 1.2 zip of CSV files in bulk mode. Call it in a transaction. Rows are read from the
 * database and zipped in pieces, so that other requests are served in between.
 */
export const packRoster = async (db: Db, extent: Extent, seen: Scope<'roster'>): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, data) => {
    if (error) failure = error
    else pieces.push(data)
  })
  const add = (name: string): ZipDeflate => {
    const file = new ZipDeflate(`${name}.csv`, { level: 6 })
    zip.add(file)
    return file
  }
  add('manifest').push(csv(manifest()), true)
  for (const name of writtenFiles) {
    const written = columnsOf(name)
    const file = add(name)
    file.push(csv([written.map(column => column.name)]))
    for await (const found of readRows(db, extent, seen, name)) {
      file.push(csv(found.map(row => written.map(({ cell }) => cell(row)))))
      await nextTurn()
    }
    file.push(new Uint8Array(), true)
  }
  zip.end()
  if (failure !== null) throw failure
  return Buffer.concat(pieces)
}
