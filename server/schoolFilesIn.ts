import { open } from 'node:fs/promises'
import type pg from 'pg'
import { markEveryBalance } from '#server/money/payments/acts.ts'
import { migrate, migrationNames } from './migrate.ts'
import { isOutage } from './platform/databaseErrors.ts'
import { type Client, type Database, transactionOn } from './platform/db.ts'
import { Refusal, setAsideKeys } from './restore.ts'
import { balancesOf, fileMember, hashMember, headName, jsonOf, type SchoolFilesHead, sha256Of } from './schoolFiles.ts'
import { sealNotes } from './sealing.ts'
import { readZip, type ZipFile } from './zipFile.ts'

const rowsAtOnce = 1000

/** True if a file is a zip, judged by its first bytes. */
export const isZip = async (file: string): Promise<boolean> => {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1') === 'PK\x03\x04'
  } finally {
    await handle.close()
  }
}

type Row = Record<string, unknown>

const fill = async (client: Client, zip: ZipFile, head: SchoolFilesHead, table: string): Promise<void> => {
  const { rows: want, columns, bytes } = head.tables[table]!
  const text = (await zip.read(jsonOf(table)))?.toString('utf8')
  if (text === undefined) throw new Error(`${jsonOf(table)} is missing`)
  // One record per line, passed on as it was written: parsing and serializing numbers could change them.
  const lines = text.split('\n').flatMap(line => (line.startsWith('{') ? [line.replace(/,$/, '')] : []))
  if (lines.length !== want) throw new Error(`${jsonOf(table)} has ${lines.length} records, not ${want}`)
  const named = columns.map(each => `"${each}"`)
  const [content] = bytes
  if (content === undefined) {
    for (let at = 0; at < lines.length; at += rowsAtOnce)
      await client.query(
        `insert into "${table}" (${named.join(', ')}) select ${named.join(', ')} from json_populate_recordset(null::"${table}", $1)`,
        [`[${lines.slice(at, at + rowsAtOnce).join(',')}]`],
      )
    return
  }
  for (const line of lines) {
    const row = JSON.parse(line) as Row
    const file = await zip.read(String(row[fileMember]))
    if (!file || sha256Of(file) !== row[hashMember]) throw new Error(`${String(row[fileMember])} is missing or damaged`)
    await client.query(
      `insert into "${table}" (${named.join(', ')}, "${content}") select ${named.map(each => `x.${each}`).join(', ')}, $2::bytea from json_populate_record(null::"${table}", $1) x`,
      [line, file],
    )
  }
}

const intoTables = async (client: pg.PoolClient, schema: string, zip: ZipFile, head: SchoolFilesHead) => {
  await client.query('set local statement_timeout = 0')
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = $1 and tablename <> 'migrations'",
    [schema],
  )
  const names = rows.map(({ name }) => `"${name}"`)
  const keys = await setAsideKeys(client, schema)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`)
  for (const table of Object.keys(head.tables)) await fill(client, zip, head, table)
  for (const statement of keys) await client.query(statement)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  // The jobs that send these were not exported, and it is unknown whether the mails were sent.
  await client.query(
    "update mails set status = 'failed', error = 'EUNSURE: the school moved to another place' where status in ('queued', 'sending')",
  )
  const balances = await balancesOf(client)
  for (const [id, cents] of Object.entries(head.balances))
    if (balances[id] !== cents) throw new Error(`the balance of ${id} doesn’t match`)
}

/**
 * Imports what `writeSchoolFiles` wrote into a database without a school, all or nothing: the number of records, every
 * file's checksum and every balance are compared before the change is committed. Throws a `Refusal` with one sentence
 * that says what to do if the file or the database can't be used.
 */
export const readSchoolFiles = async (
  { database, schema }: { database: Database; schema: string },
  file: string,
): Promise<{ madeAt: string; tables: number; rows: number }> => {
  const { rowCount } = await database.pool.query(
    'select from pg_class where relnamespace = to_regnamespace($1) limit 1',
    [schema],
  )
  if (rowCount) throw new Refusal('This database isn’t empty. Import into an empty one.')
  const handle = await open(file)
  try {
    const zip = await readZip(handle).catch(() => null)
    const text = (await zip?.read(headName).catch(() => null)) ?? null
    const head = text === null ? null : (JSON.parse(text.toString('utf8')) as SchoolFilesHead)
    if (!zip || head?.lantern !== 1) throw new Refusal(`${file} is not a school exported by Lantern.`)
    const known = new Set(migrationNames())
    if (head.migrations.some(tag => !known.has(tag)))
      throw new Refusal(`${file} is from a newer Lantern. Install that version or a later one, then import again.`)
    await migrate(database, schema, head.migrations)
    await transactionOn(database.pool, client => intoTables(client, schema, zip, head))
    await migrate(database, schema)
    await markEveryBalance(database.db)
    await sealNotes(database)
    await database.pool.query('analyze')
    const rows = Object.values(head.tables).reduce((all, each) => all + each.rows, 0)
    return { madeAt: head.madeAt, tables: Object.keys(head.tables).length, rows }
  } catch (error) {
    // The database is left as empty as it was.
    await database.pool.query(`drop schema if exists "${schema}" cascade`)
    if (error instanceof Refusal || isOutage(error)) throw error
    throw new Refusal(`${file} is damaged or incomplete, so nothing was imported. Export it again.`, { cause: error })
  } finally {
    await handle.close()
  }
}
