import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { PgBoss } from 'pg-boss'
import { extract, type Header } from 'tar-stream'
import {
  type BackupHead,
  type BackupSums,
  headFile,
  jobsFile,
  sumsFile,
  tableFolder,
  type WaitingJob,
} from './backup.ts'
import { migrate, migrationNames } from './migrate.ts'
import { passphraseIdentity } from './passphrase.ts'
import { isOutage } from './platform/databaseErrors.ts'
import { type Database, transactionOn } from './platform/db.ts'

type Entry = AsyncIterable<unknown> & { header: Header; resume(): unknown; destroy(error?: Error): unknown }

const isEncrypted = async (file: string): Promise<boolean> => {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(22), 0, 22, 0)
    return buffer.toString('latin1') === 'age-encryption.org/v1\n'
  } finally {
    await handle.close()
  }
}

const unlocked = async (file: string, passphrase: string | undefined): Promise<Readable> => {
  const raw = createReadStream(file)
  if (!(await isEncrypted(file))) return raw
  if (!passphrase) throw new Refusal(`${file} is encrypted. Set BACKUP_PASSPHRASE to its passphrase.`)
  const decrypter = new Decrypter()
  decrypter.addIdentity(passphraseIdentity(passphrase))
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(raw) as ReadableStream<Uint8Array>)
    return Readable.fromWeb(plain)
  } catch (error) {
    raw.destroy()
    throw new Refusal(`BACKUP_PASSPHRASE doesn’t open ${file}.`, { cause: error })
  }
}

/** An error whose message is a sentence for the person who restores. */
export class Refusal extends Error {}

const none = (file: string) => new Refusal(`${file} is not a Lantern backup.`)
const damaged = (file: string, cause?: unknown) =>
  new Refusal(`${file} is damaged or incomplete, so nothing was restored. Use another backup.`, { cause })

/** The decompressor of a backup: zstd, or gzip if it was taken before decision 105. Throws if the file is neither. */
const unpacking = async (packed: Readable, file: string) => {
  await once(packed, 'readable')
  const first = packed.read() as Buffer | null
  if (first) packed.unshift(first)
  const mark = first?.subarray(0, 4).toString('hex') ?? ''
  if (mark === '28b52ffd') return createZstdDecompress()
  if (mark.startsWith('1f8b')) return createGunzip()
  packed.destroy()
  throw none(file)
}

const textOf = async (entry: Entry): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of entry as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

/** The entries of a backup in order. Each must be read to its end before the next comes. */
async function* entriesOf(file: string, passphrase: string | undefined): AsyncGenerator<Entry> {
  const plain = await unlocked(file, passphrase)
  const entries = extract()
  const flowing = pipeline(plain, await unpacking(plain, file), entries)
  let current: Entry | undefined
  // When the stream fails, the library tells neither the reader of the current entry nor one who waits for the next.
  const failure = new Promise<never>((_, fail) => {
    flowing.catch((error: Error) => {
      current?.destroy(error)
      fail(error)
    })
  })
  failure.catch(() => undefined)
  const iterator = entries[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), failure])
      if (next.done) return
      yield (current = next.value)
    }
  } finally {
    entries.destroy()
    plain.destroy()
  }
}

/**
 * Reads the first entry of a backup, which describes it. Throws if the file is not a backup, is damaged, or is from a
 * newer Lantern.
 */
const readHead = async (entries: AsyncGenerator<Entry>, file: string): Promise<BackupHead> => {
  let head: BackupHead
  try {
    const { done, value } = await entries.next()
    if (done || value.header.name !== headFile) throw none(file)
    head = JSON.parse(await textOf(value)) as BackupHead
  } catch (error) {
    throw error instanceof Refusal ? error : damaged(file, error)
  }
  if (head.lantern !== 1) throw none(file)
  const known = new Set(migrationNames())
  if (head.migrations.some(tag => !known.has(tag)))
    throw new Refusal(`${file} is from a newer Lantern. Install that version or a later one, then restore again.`)
  return head
}

/**
 * Reads the description of a backup without restoring it. Throws a `Refusal` with one sentence if it can't be restored.
 */
export const headOf = async (file: string, passphrase?: string): Promise<BackupHead> => {
  const entries = entriesOf(file, passphrase)
  try {
    return await readHead(entries, file)
  } finally {
    await entries.return(undefined)
  }
}

/** True if the database itself was the problem: it is out of reach or full, or it denied permission. */
const isOfDatabase = (error: unknown): boolean =>
  isOutage(error) || (error instanceof pg.DatabaseError && !/^2[23]/.test(error.code ?? ''))

const columnList = (columns: readonly string[]) => columns.map(each => `"${each}"`).join(', ')

/**
 * Drops keys and indexes, so that tables can be filled in any order and rows are written several times as fast. Returns
 * the statements that create them again, and so check all rows; the keys that foreign keys refer to come first.
 */
export const setAsideKeys = async (client: pg.PoolClient, schema: string): Promise<string[]> => {
  const { rows: keys } = await client.query<{ table: string; name: string; rule: string; isForeign: boolean }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as rule, contype = 'f' as "isForeign"
     from pg_constraint where contype in ('f', 'p', 'u', 'x') and connamespace = $1::regnamespace and conparentid = 0
     order by contype = 'f' desc`,
    [schema],
  )
  await client.query(keys.map(({ table, name }) => `alter table ${table} drop constraint "${name}"`).join(';'))
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
     from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = $1::regnamespace`,
    [schema],
  )
  await client.query(indexes.map(({ name }) => `drop index ${name}`).join(';'))
  const again = ({ table, name, rule }: (typeof keys)[number]) =>
    `alter table ${table} add constraint "${name}" ${rule}`
  return [
    ...keys.filter(({ isForeign }) => !isForeign).map(again),
    ...indexes.map(({ made }) => made),
    ...keys.filter(({ isForeign }) => isForeign).map(again),
  ]
}

type Filling = { name: string; stream: ReturnType<typeof copyFrom>; hash: ReturnType<typeof createHash> }

const openTable = (client: pg.PoolClient, name: string, columns: readonly string[]): Filling => {
  const stream = client.query(copyFrom(`copy "${name}" (${columnList(columns)}) from stdin`))
  // Each write and the end report the error. Without a listener it would end the process.
  stream.on('error', () => undefined)
  return { name, stream, hash: createHash('sha256') }
}

const fill = async (
  client: pg.PoolClient,
  entries: AsyncGenerator<Entry>,
  head: BackupHead,
): Promise<{ sums: BackupSums; found: BackupSums['tables']; jobs: WaitingJob[] }> => {
  const columns = new Map(head.tables.map(each => [each.name, each.columns]))
  const found: BackupSums['tables'] = {}
  let sums: BackupSums | undefined
  let jobs: WaitingJob[] = []
  let filling: Filling | undefined
  const end = async () => {
    if (!filling) return
    const { name, stream, hash } = filling
    filling = undefined
    await new Promise<void>((done, fail) => {
      stream.once('finish', done)
      stream.once('error', fail)
      stream.end()
    })
    found[name] = { rows: stream.rowCount, sha256: hash.digest('hex') }
  }
  try {
    for await (const entry of entries) {
      const { name } = entry.header
      const table = name.startsWith(tableFolder) ? name.slice(tableFolder.length).split('/')[0]! : null
      if (table === null || table !== filling?.name) await end()
      if (name === sumsFile) sums = JSON.parse(await textOf(entry)) as BackupSums
      else if (name === jobsFile) jobs = JSON.parse(await textOf(entry)) as WaitingJob[]
      else if (table !== null && columns.has(table)) {
        filling ??= openTable(client, table, columns.get(table)!)
        const { stream, hash } = filling
        for await (const piece of entry as AsyncIterable<Buffer>) {
          hash.update(piece)
          await new Promise<void>((done, fail) => {
            stream.write(piece, error => (error ? fail(error) : done()))
          })
        }
      } else entry.resume()
    }
    await end()
  } catch (error) {
    // Otherwise the connection would wait forever for the rest of the table.
    filling?.stream.destroy()
    throw error
  }
  if (!sums) throw new Error('unexpected end of the backup')
  return { sums, found, jobs }
}

export type Restored = { takenAt: string; tables: number; rows: number }

/**
 * Restores a backup into a database without a school, all or nothing: the row count and checksum of every table are
 * compared before the change is committed. Then the school is brought up to date with this Lantern. Throws a `Refusal`
 * with one sentence that says what to do if the file or the database can't be used, or the database's own error.
 */
export const restoreBackup = async (
  { database, schema, url }: { database: Database; schema: string; url: string },
  file: string,
  passphrase?: string,
): Promise<Restored> => {
  const { rowCount } = await database.pool.query(
    'select from pg_class where relnamespace = to_regnamespace($1) limit 1',
    [schema],
  )
  if (rowCount) throw new Refusal('This database isn’t empty. Restore into an empty one.')
  const entries = entriesOf(file, passphrase)
  try {
    const head = await readHead(entries, file)
    await migrate(database, schema, head.migrations)
    const { sums, jobs } = await intoTables(database, schema, entries, head)
    await migrate(database, schema)
    await queue(url, schema, jobs)
    // Only this school's tables: the database may have other schools.
    await database.pool.query(`analyze ${head.tables.map(({ name }) => `"${name}"`).join(', ')}`)
    const rows = Object.values(sums.tables).reduce((all, each) => all + each.rows, 0)
    return { takenAt: head.takenAt, tables: head.tables.length, rows }
  } catch (error) {
    // The database is left as empty as it was.
    await database.pool.query(`drop schema if exists "${schema}" cascade`)
    if (error instanceof Refusal || isOfDatabase(error)) throw error
    throw damaged(file, error)
  }
}

const intoTables = (database: Database, schema: string, entries: AsyncGenerator<Entry>, head: BackupHead) =>
  transactionOn(database.pool, async client => {
    await client.query('set local statement_timeout = 0')
    const names = head.tables.map(({ name }) => `"${name}"`)
    const keys = await setAsideKeys(client, schema)
    for (const name of names) await client.query(`alter table ${name} disable trigger user`)
    await client.query(`truncate ${names.join(', ')}`)
    const filled = await fill(client, entries, head)
    for (const { name } of head.tables) {
      const [want, got] = [filled.sums.tables[name], filled.found[name] ?? emptyTable]
      if (want?.rows !== got.rows || want.sha256 !== got.sha256)
        throw new Error(`the checksum of ${name} doesn’t match`)
    }
    await client.query("set local maintenance_work_mem = '256MB'")
    await client.query(keys.join(';'))
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
    for (const [name, value] of Object.entries(filled.sums.sequences))
      await client.query('select setval($1::regclass, $2::bigint)', [`"${name}"`, value])
    return filled
  })

const emptyTable = { rows: 0, sha256: createHash('sha256').digest('hex') }

/** Enqueues the jobs that were waiting when the backup was taken. */
const queue = async (url: string, schema: string, jobs: readonly WaitingJob[]): Promise<void> => {
  if (jobs.length === 0) return
  const boss = new PgBoss({ connectionString: url, schema: `${schema}_jobs`, max: 2 })
  await boss.start()
  for (const name of new Set(jobs.map(each => each.name))) await boss.createQueue(name)
  for (const { name, data, startAfter } of jobs) await boss.send(name, data, { startAfter: new Date(startAfter) })
  await boss.stop({ graceful: true, timeout: 5_000 })
}
