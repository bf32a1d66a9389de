import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { packRoster } from '#server/exchange/oneroster/pack.ts'
import { wholeRoster } from '#server/exchange/oneroster/policy.ts'
import { csvOf } from '#server/platform/csv.ts'
import type { Client, Database } from '#server/platform/db.ts'
import { type Opening, openingWith, sealedNotes } from '#server/platform/notes.ts'
import { keyColumns, kinds, labels, leftBehind } from './schoolFiles.plain.ts'
import { noteColumns } from './sealing.ts'

/** The contents of `school.json` in the zip: enough to check that an import is complete. */
export type SchoolFilesHead = {
  lantern: 1
  madeAt: string
  /** The migrations that had created the tables. */
  migrations: string[]
  tables: Record<string, { rows: number; columns: string[]; bytes: string[] }>
  /** The balance that each household owes, in minor units, by its id. */
  balances: Record<string, number>
}
export const headName = 'school.json'
/** The path of a table's records in the zip. */
export const jsonOf = (table: string): string => `json/${kinds[table]![0]}/${table}.json`
const csvNameOf = (table: string): string => `csv/${kinds[table]![0]}/${table}.csv`
/** The members of a record with the name of its file in the zip, and with the file's SHA-256. */
export const fileMember = 'in_zip'
export const hashMember = 'sha256'

/** The balance of each household in minor units, as the office sees it. */
export const balancesOf = async (client: Client): Promise<Record<string, number>> => {
  const { rows } = await client.query<{ id: string; cents: number }>(
    `select h.id, (coalesce((select sum(case when exists (select 1 from charge_reversals v where v.charge_id = c.id) then 0
          else c.amount_cents - coalesce((select sum(d.amount_cents) from discounts d where d.charge_id = c.id), 0)
            - coalesce((select sum(k.amount_cents) from charge_credits k where k.charge_id = c.id), 0) end) from charges c where c.household_id = h.id), 0)
        - coalesce((select sum(p.amount_cents - coalesce((select sum(r.amount_cents) from refunds r where r.payment_id = p.id and r.status in ('sent', 'settled')), 0))
            from payments p where p.household_id = h.id and p.status = 'succeeded'), 0))::bigint as cents
     from households h order by h.id`,
  )
  return Object.fromEntries(rows.map(({ id, cents }) => [id, Number(cents)]))
}

/** `by` is the column of the other table that a foreign key refers to. */
type Column = { name: string; type: string; refersTo: string | null; by: string | null }
type Table = { name: string; columns: Column[]; key: string[] }

const tablesOf = async (client: Client): Promise<Table[]> => {
  const { rows } = await client.query<Table>(
    `select c.relname as name,
       json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null), 'refersTo', f.table, 'by', f.by) order by a.attnum) as columns,
       coalesce((select array_agg(k.attname::text order by array_position(i.indkey::int2[], k.attnum)) from pg_index i
         join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey) where i.indrelid = c.oid and i.indisprimary), '{}') as key
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       left join lateral (select k.confrelid::regclass::text as table, b.attname as by from pg_constraint k
         join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
         where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum] limit 1) f on true
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'migrations' group by c.oid, c.relname order by c.relname`,
  )
  return rows
}

const isBytes = ({ type }: Column): boolean => type === 'bytea'
const isKept = (table: string, { name, refersTo }: Column): boolean =>
  !keyColumns[table]?.includes(name) && !(refersTo !== null && refersTo in leftBehind)

/** The path of a row's file: `files/<table>/<id> <name>`. */
const pathOf = (table: Table): string => {
  const name = ['name', 'file_name'].find(each => table.columns.some(column => column.name === each))
  const ending = table.columns.some(column => column.name === 'type') ? "'.' || split_part(t.type, '/', 2)" : "''"
  return `'files/${table.name}/' || t."${table.key[0]}" || ${name ? `' ' || regexp_replace(t."${name}", '[/\\\\]', '-', 'g')` : ending}`
}

/** The query for a table's records as JSON, each with the labels of the records that it refers to beside their ids. */
const selectionOf = (table: Table): string => {
  const columns: string[] = []
  const joins: string[] = []
  for (const [at, column] of table.columns.entries()) {
    const { name, refersTo } = column
    if (isBytes(column))
      columns.push(`${pathOf(table)} as "${fileMember}"`, `encode(sha256(t."${name}"), 'hex') as "${hashMember}"`)
    else columns.push(isKept(table.name, column) ? `t."${name}"` : `null as "${name}"`)
    const label = refersTo === null ? undefined : labels[refersTo]
    if (label === undefined) continue
    joins.push(
      `left join lateral (select ${label} as label from "${refersTo}" l where l."${column.by}" = t."${name}") r${at} on true`,
    )
    columns.push(`r${at}.label as "${name === 'id' ? '' : `${name.replace(/_id$/, '')}_`}label"`)
  }
  const order = table.key.map(each => `t."${each}"`).join(', ')
  return `select row_to_json(x)::text as line from (select ${columns.join(', ')} from "${table.name}" t ${joins.join(' ')} ${order === '' ? '' : `order by ${order}`}) x`
}

/** Few enough that nobody waits while they are written. */
const rowsAtOnce = 200

/** The content of a row's file, opened if it was sealed. */
const bytesOf = async (
  client: Client,
  table: Table,
  column: string,
  id: string,
  { read }: Opening,
): Promise<Buffer> => {
  const { rows } = await client.query<{ bytes: Buffer }>(
    `select "${column}" as bytes from "${table.name}" where "${table.key[0]}"::text = $1`,
    [id],
  )
  return hasNotes(table) ? read(rows[0]!.bytes) : rows[0]!.bytes
}

/** Exported notes are in plain text, because nobody elsewhere has the key. */
const hasNotes = ({ name }: Table): boolean => name in noteColumns
/** A record with its notes opened, and the checksum of its file as exported. */
const openedLine = async (client: Client, table: Table, line: string, opening: Opening): Promise<string> => {
  const opened = line.replaceAll(sealedNotes, sealed => JSON.stringify(opening.open(sealed)).slice(1, -1))
  const bytes = table.columns.find(isBytes)
  if (!bytes) return opened
  const record = JSON.parse(opened) as Record<string, unknown>
  const file = await bytesOf(client, table, bytes.name, String(record[table.key[0]!]), opening)
  return JSON.stringify({ ...record, [hashMember]: sha256Of(file) })
}

/** The records of a table, in batches. */
async function* linesOf(client: Client, table: Table, opening: Opening): AsyncGenerator<string[]> {
  await client.query(`declare lines no scroll cursor for ${selectionOf(table)}`)
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from lines`)
    if (rows.length === 0) break
    const lines = rows.map(({ line }) => line)
    yield hasNotes(table) ? await Promise.all(lines.map(line => openedLine(client, table, line, opening))) : lines
  }
  await client.query('close lines')
}

type Cell = string | number | null
const cellOf = (value: unknown): Cell => {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  return JSON.stringify(value)
}

/** The limits of a zip without extensions (PKWARE APPNOTE 4.4). */
const largestZip = 2 ** 32 - 1
const mostEntries = 65_535

/** Compressing this many bytes takes a few milliseconds; then other calls get their turn. */
const packedAtOnce = 64 * 1024

/**
 * Writes the entries of a zip into a file, waiting before each piece until there is room for it. Throws if the zip
 * would exceed its limits.
 */
const zipInto = (path: string) => {
  const out = createWriteStream(path, { mode: 0o600 })
  // `finished` in `end` reports the error.
  out.on('error', () => undefined)
  let pieces: Uint8Array[] = []
  let written = 0
  let entries = 0
  let failure: Error | null = null
  const zip = new Zip((error, data) => {
    if (error) failure = error
    else pieces.push(data)
  })
  const flush = async () => {
    if (failure) throw failure
    const ready = pieces
    pieces = []
    for (const piece of ready) {
      written += piece.length
      if (!out.write(piece)) await once(out, 'drain')
    }
    if (written > largestZip || entries > mostEntries)
      throw new Error('this school is too large for a zip: take a backup instead')
  }
  return {
    async add(name: string, content: AsyncIterable<string | Uint8Array>, isPacked = false): Promise<void> {
      const entry = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
      zip.add(entry)
      entries += 1
      for await (const piece of content) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece
        for (let at = 0; at < bytes.length; at += packedAtOnce) {
          entry.push(bytes.subarray(at, at + packedAtOnce))
          await flush()
          await breathe()
        }
      }
      entry.push(new Uint8Array(), true)
      await flush()
    },
    async end(): Promise<void> {
      zip.end()
      await flush()
      out.end()
      await finished(out)
    },
    drop: () => void out.destroy(),
  }
}

async function* one<T>(value: T): AsyncGenerator<T> {
  yield value
}

async function* jsonLines(client: Client, table: Table, opening: Opening, count: (rows: number) => void) {
  let rows = 0
  yield '['
  for await (const lines of linesOf(client, table, opening)) {
    yield `${rows > 0 ? ',' : ''}\n${lines.join(',\n')}`
    rows += lines.length
  }
  yield '\n]\n'
  count(rows)
}

async function* csvLines(client: Client, table: Table, opening: Opening) {
  let columns: string[] | undefined
  for await (const lines of linesOf(client, table, opening)) {
    const records = lines.map(line => JSON.parse(line) as Record<string, unknown>)
    const isFirst = columns === undefined
    const header = (columns ??= Object.keys(records[0]!))
    const csv = csvOf(
      header,
      records.map(record => header.map(column => cellOf(record[column]))),
    )
    yield isFirst ? csv : csv.slice(csv.indexOf('\r\n') + 2)
  }
  if (!columns)
    yield csvOf(
      table.columns.filter(column => !isBytes(column)).map(({ name }) => name),
      [],
    )
}

const readMe = (school: string, { madeAt, tables }: SchoolFilesHead): string => {
  const byFolder = Object.groupBy(Object.keys(tables), table => kinds[table]![0])
  return [
    `${school}: everything the school has, as files.`,
    `Made ${madeAt} by Lantern. Keep this file as you would keep the school’s filing cabinet: it holds children’s data, medical and custody notes, and families’ money.`,
    '',
    'csv/   every kind of record as a spreadsheet, with a header row, in UTF-8. Beside each id stands a label: the name of what it refers to.',
    'json/  the same records for programs. These are complete and exact; in the spreadsheets a text that could run as a formula has an apostrophe before it.',
    'files/ documents, photos, homework and pictures. in_zip names the file of a record, sha256 is its checksum.',
    'oneroster.zip  classes, people and enrollments in the standard OneRoster 1.2 (CSV), which other school software reads.',
    'school.json    what must be there: the number of records of each kind, and what each family owes.',
    '',
    'Money is in whole minor units (cents). Times are UTC. Ids are UUIDs, and the same in all files.',
    'To bring all of it into an empty Lantern: npm run restore -- school.zip',
    '',
    ...Object.entries(byFolder).flatMap(([folder, names]) => [
      folder.toUpperCase(),
      ...names!.map(name => `  ${folder}/${name} (${tables[name]!.rows}): ${kinds[name]![1]}`),
      '',
    ]),
    'LEFT BEHIND',
    `  Keys, which open accounts or services and are of no use elsewhere: ${Object.keys(leftBehind)
      .filter(name => leftBehind[name] === 'key')
      .join(', ')}; and the passwords in people/accounts.`,
    `  Data that is useful only for a moment: ${Object.keys(leftBehind)
      .filter(name => leftBehind[name] === 'passing')
      .join(', ')}.`,
    '  People choose a new password (“Forgot your password?”), students get new badges, and the keys of other services are entered again.',
    '',
  ].join('\r\n')
}

/**
 * Writes everything a school has into one zip, as files that others can read: as of one moment, while people go on
 * working. Keys are left behind. Returns the contents of `school.json`; `opening` records whose notes were opened.
 */
export const writeSchoolFiles = (
  database: Database,
  path: string,
  opening: Opening = openingWith(database.secrets.notes),
): Promise<SchoolFilesHead> =>
  database.report(async (db, client) => {
    await client.query('set transaction isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    const zip = zipInto(path)
    try {
      const tables = (await tablesOf(client)).filter(({ name }) => !(name in leftBehind))
      const { rows: made } = await client.query<{ tag: string }>('select tag from migrations order by tag')
      const { rows: found } = await client.query<{ now: Date; name: string }>('select now() as now, name from school')
      const head: SchoolFilesHead = {
        lantern: 1,
        madeAt: (found[0]?.now ?? new Date()).toISOString(),
        migrations: made.map(({ tag }) => tag),
        tables: {},
        balances: await balancesOf(client),
      }
      for (const table of tables) {
        await zip.add(
          jsonOf(table.name),
          jsonLines(client, table, opening, rows => {
            head.tables[table.name] = {
              rows,
              columns: table.columns.filter(column => !isBytes(column)).map(({ name }) => name),
              bytes: table.columns.filter(isBytes).map(({ name }) => name),
            }
          }),
        )
        await zip.add(csvNameOf(table.name), csvLines(client, table, opening))
        for (const { name } of table.columns.filter(isBytes)) {
          const { rows: ids } = await client.query<{ id: string; path: string }>(
            `select t."${table.key[0]}"::text as id, ${pathOf(table)} as path from "${table.name}" t order by 1`,
          )
          for (const { id, path: inZip } of ids)
            await zip.add(inZip, one(await bytesOf(client, table, name, id, opening)), true)
        }
      }
      await zip.add('oneroster.zip', one(await packRoster(db, 'all', wholeRoster)), true)
      await zip.add(headName, one(JSON.stringify(head, null, 1)))
      await zip.add('README.txt', one(readMe(found[0]?.name ?? 'Lantern', head)))
      await zip.end()
      return head
    } catch (error) {
      zip.drop()
      throw error
    }
  })

/** The SHA-256 of a file, in the form used in the zip. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
