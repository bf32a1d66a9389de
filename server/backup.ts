import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { pack, type Pack } from 'tar-stream'
import { passphraseRecipient } from '#server/passphrase.ts'
import { makeFolders } from '#server/platform/dataFolder.ts'
import type { Database } from '#server/platform/db.ts'
import type { BackupPlace } from '#server/platform/jobs.ts'
import { problemOf } from '#server/school/backups/problems.ts'
import { fingerprintOf } from '#server/platform/secrets.ts'
import { putInPlace } from '#server/platform/wholeFile.ts'

/** The first entry of a backup: its contents and what is needed to read it. */
export type BackupHead = {
  lantern: 1
  /** The instant whose state of the school it holds. */
  takenAt: string
  /** The migrations that had created its tables. */
  migrations: string[]
  /**
   * The fingerprint of the key that opens sealed values in it (platform/secrets.ts). The key itself is included only in
   * an encrypted backup.
   */
  keyFingerprint: string
  key?: string
  tables: { name: string; columns: string[] }[]
}
/** The last entry: what must exist after a restore. */
export type BackupSums = {
  tables: Record<string, { rows: number; sha256: string }>
  /** The last value of each sequence. */
  sequences: Record<string, string>
}
/** A job that was waiting when the backup was taken. */
export type WaitingJob = { name: string; data: object; startAfter: string }

export const headFile = 'lantern.json'
export const sumsFile = 'sums.json'
export const jobsFile = 'jobs.json'
/** A table's rows in PostgreSQL's copy format, split into files of about 4 MiB. */
export const tableFolder = 'tables/'
const pieceBytes = 4 << 20
/** The fastest compression level, with a checksum that reveals a damaged file; see decision 105. */
const packing = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 }

/** A name by which backups sort in the order in which they were taken. */
export const backupName = (at: Date): string =>
  `lantern-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`
const isBackupName = (name: string): boolean => /^lantern-\d{8}T\d{6}Z\.backup$/.test(name)

const addEntry = (tar: Pack, name: string, content: Buffer): Promise<void> =>
  new Promise((done, fail) => {
    const entry = tar.entry({ name }, content, error => (error ? fail(error) : done()))
    // The callback gets the error, too. Without a listener it would end the process.
    entry.on('error', () => undefined)
  })

/** Counts rows by their line breaks. A line break inside a value is escaped. */
const rowsIn = (piece: Buffer): number => {
  let rows = 0
  for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows += 1
  return rows
}

const addTable = async (
  tar: Pack,
  client: pg.PoolClient,
  { name, columns }: BackupHead['tables'][number],
): Promise<BackupSums['tables'][string]> => {
  const hash: Hash = createHash('sha256')
  let pieces: Buffer[] = []
  let length = 0
  let count = 0
  let rows = 0
  const flush = async () => {
    if (length === 0) return
    count += 1
    const content = Buffer.concat(pieces)
    pieces = []
    length = 0
    await addEntry(tar, `${tableFolder}${name}/${String(count).padStart(5, '0')}`, content)
  }
  const copying = client.query(copyTo(`copy "${name}" (${columns.map(each => `"${each}"`).join(', ')}) to stdout`))
  for await (const piece of copying as AsyncIterable<Buffer>) {
    hash.update(piece)
    rows += rowsIn(piece)
    pieces.push(piece)
    length += piece.length
    if (length >= pieceBytes) await flush()
  }
  await flush()
  return { rows, sha256: hash.digest('hex') }
}

/** Writes all of a school's data into a tar as of one moment, while people go on working. */
const writeTar = async (
  tar: Pack,
  { database, schema, key, holdsKey }: { database: Database; schema: string; key: Uint8Array; holdsKey: boolean },
): Promise<{ takenAt: string; rows: number }> => {
  const client = await database.pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    // Copying a large school takes longer than a call may.
    await client.query('set local statement_timeout = 0')
    const { rows: tables } = await client.query<BackupHead['tables'][number]>(
      `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       where c.relnamespace = $1::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
       group by c.relname order by c.relname`,
      [schema],
    )
    const { rows: made } = await client.query<{ tag: string }>('select tag from migrations order by tag')
    const { rows: clock } = await client.query<{ now: Date }>('select now() as now')
    const takenAt = clock[0]!.now.toISOString()
    const head: BackupHead = {
      lantern: 1,
      takenAt,
      migrations: made.map(({ tag }) => tag),
      keyFingerprint: fingerprintOf(key),
      ...(holdsKey && { key: Buffer.from(key).toString('base64') }),
      tables,
    }
    await addEntry(tar, headFile, Buffer.from(JSON.stringify(head, null, 1)))
    const sums: BackupSums = { tables: {}, sequences: {} }
    for (const table of tables) sums.tables[table.name] = await addTable(tar, client, table)
    const { rows: sequences } = await client.query<{ name: string; value: string | null }>(
      'select sequencename as name, last_value::text as value from pg_sequences where schemaname = $1',
      [schema],
    )
    for (const { name, value } of sequences) if (value !== null) sums.sequences[name] = value
    await addEntry(tar, jobsFile, Buffer.from(JSON.stringify(await waitingJobs(client, schema))))
    await addEntry(tar, sumsFile, Buffer.from(JSON.stringify(sums, null, 1)))
    await client.query('commit')
    return { takenAt, rows: Object.values(sums.tables).reduce((all, { rows }) => all + rows, 0) }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

const waitingJobs = async (client: pg.PoolClient, schema: string): Promise<WaitingJob[]> => {
  const { rows: there } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `${schema}_jobs.job`,
  ])
  if (!there[0]?.there) return []
  const { rows } = await client.query<WaitingJob>(
    `select name, data, start_after as "startAfter" from ${schema}_jobs.job
     where state in ('created', 'retry', 'active') and data is not null and data <> '{}' and name <> 'failed' order by created_on`,
  )
  return rows
}

/** The name of the file while it is still incomplete. */
const partOf = (file: string): string => `${file}.partial`

export type Backup = { takenAt: string; rows: number; bytes: number }

/**
 * Takes a backup: one file with everything that the school has, including uploads, as of one moment. With a passphrase
 * it is encrypted in the format of age and contains the sealing key; without one it contains no key. The file appears
 * under its name only once it is complete.
 */
export const takeBackup = async (
  school: { database: Database; schema: string; key: Uint8Array },
  file: string,
  passphrase?: string,
): Promise<Backup> => {
  await makeFolders(dirname(file))
  const partial = partOf(file)
  const tar = pack()
  const out = new PassThrough()
  let bytes = 0
  const packed = tar.pipe(createZstdCompress({ params: packing }))
  packed.on('error', error => out.destroy(error))
  tar.on('error', error => packed.destroy(error))
  const source = passphrase === undefined ? packed : Readable.fromWeb(await encrypted(packed, passphrase))
  out.on('data', (piece: Buffer) => (bytes += piece.length))
  let filled: ReturnType<typeof writeTar> | undefined
  try {
    const written = pipeline(source, out, createWriteStream(partial, { mode: 0o600 }))
    filled = writeTar(tar, { ...school, holdsKey: passphrase !== undefined }).then(
      done => {
        tar.finalize()
        return done
      },
      (error: Error) => {
        tar.destroy(error)
        throw error
      },
    )
    const [found] = await Promise.all([filled, written])
    await putInPlace(partial, file)
    return { ...found, bytes }
  } catch (error) {
    // Otherwise the tar would wait forever for its next piece to be read, and its connection would stay in use.
    tar.destroy(error as Error)
    await filled?.catch(() => undefined)
    await rm(partial, { force: true })
    throw error
  }
}

const refusals: Partial<Record<ReturnType<typeof problemOf>, (file: string) => string>> = {
  full: file => `There isn’t enough space for ${file}. Free some, or name a file on another disk.`,
  folder: file => `${file} can’t be written. Name a file in a folder that you can write to.`,
}
/** Takes a backup for a command. Throws an error with one sentence if the file can’t be written. */
export const writeBackup: typeof takeBackup = async (school, file, passphrase) =>
  takeBackup(school, file, passphrase).catch((cause: unknown) => {
    const refusal = refusals[problemOf(cause)]?.(file)
    throw refusal === undefined ? cause : new Error(refusal, { cause })
  })

const encrypted = async (plain: Readable, passphrase: string) => {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(passphraseRecipient(passphrase))
  return encrypter.encrypt(Readable.toWeb(plain) as ReadableStream<Uint8Array>)
}

/** The folder into which a school takes its scheduled backups. Files in it that are not backups are never touched. */
export const backupPlace = (
  school: { database: Database; schema: string; key: Uint8Array },
  folder: string,
  passphrase?: string,
): BackupPlace => ({
  folder,
  isEncrypted: passphrase !== undefined,
  nameAt: backupName,
  take: name => takeBackup(school, resolve(folder, name), passphrase),
  remove: async name => {
    if (isBackupName(name)) await rm(resolve(folder, name), { force: true })
  },
  removePart: async name => {
    if (isBackupName(name)) await rm(partOf(resolve(folder, name)), { force: true })
  },
  names: async () => (await readdir(folder).catch(() => [])).filter(isBackupName),
})
