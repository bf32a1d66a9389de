import { randomBytes } from 'node:crypto'
import { open, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Encrypter } from 'age-encryption'
import { pack } from 'tar-stream'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db.ts'
import { makeDatabase } from '#tests/database-fixture.ts'
import { backupSchools } from '#tests/backupSchools.ts'
import { everything, restored } from '#tests/restored.ts'
import { takeBackup } from './backup.ts'
import { passphraseRecipient } from './passphrase.ts'
import { headOf, restoreBackup } from './restore.ts'

const schema = 'school'
const key = randomBytes(32)
const passphrase = 'four words only I know'

const schools = backupSchools()

const count = async (database: Database) =>
  (await database.pool.query<{ n: number }>('select count(*)::int as n from households')).rows[0]!.n

describe('a backup', () => {
  test('is a snapshot of one moment while writes go on', async () => {
    const { pool } = schools.demo.database
    const file = join(schools.folder, 'moment')
    let isOver = false
    const before = await count(schools.demo.database)
    const working = (async () => {
      // A household with a person in it: half of it would break the constraints of the tables.
      for (let n = 0; !isOver; n += 1) {
        const id = `0000000${n % 10}-0000-7000-8000-${String(n).padStart(12, '0')}`
        await pool.query('insert into households (id, name, created_at) values ($1, $2, now())', [id, `Late ${n}`])
      }
    })()
    await takeBackup({ database: schools.demo.database, schema, key }, file)
    isOver = true
    await working
    const after = await count(schools.demo.database)
    expect(after).toBeGreaterThan(before)
    const kept = await restored(file, count)
    expect(kept).toBeGreaterThanOrEqual(before)
    expect(kept).toBeLessThan(after)
    await pool.query("delete from households where name like 'Late %'")
  })

  test('with a passphrase can’t be read without it, and holds the key', async () => {
    const file = join(schools.folder, 'sealed')
    await takeBackup({ database: schools.small.database, schema, key }, file, passphrase)
    expect((await readFile(file)).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    await expect(headOf(file)).rejects.toThrow('is encrypted. Set BACKUP_PASSPHRASE to its passphrase.')
    await expect(headOf(file, 'another passphrase')).rejects.toThrow('BACKUP_PASSPHRASE doesn’t open')
    expect((await headOf(file, passphrase)).key).toBe(key.toString('base64'))
    const names = await restored(
      file,
      async ({ pool }) => (await pool.query('select name from households')).rows,
      passphrase,
    )
    expect(names).toEqual([{ name: 'Emily Wang' }])
  })

  test.each([
    ['open', undefined],
    ['encrypted', passphrase],
  ] as const)('compressed with gzip, as by older versions, can be restored: %s', async (name, by) => {
    const [file, older] = [join(schools.folder, `new ${name}`), join(schools.folder, `older ${name}`)]
    await takeBackup({ database: schools.small.database, schema, key }, file)
    const zipped = gzipSync(zstdDecompressSync(await readFile(file)))
    await writeFile(older, by === undefined ? zipped : await encrypted(zipped, by))
    const names = await restored(older, async ({ pool }) => (await pool.query('select name from households')).rows, by)
    expect(names).toEqual([{ name: 'Emily Wang' }])
  })
})

const encrypted = async (plain: Buffer, by: string): Promise<Uint8Array> => {
  const encrypter = new Encrypter()
  encrypter.addRecipient(passphraseRecipient(by))
  return encrypter.encrypt(plain)
}

// Writes to `/dev/full` fail as on a full disk.
describe.runIf(process.platform === 'linux')('a backup on a full disk', () => {
  test.each([
    ['without a passphrase', undefined],
    ['with one', passphrase],
  ] as const)('%s fails, leaves nothing behind and releases its connection', async (name, by) => {
    const file = join(schools.folder, `full ${name}`)
    await symlink('/dev/full', `${file}.partial`)
    await expect(takeBackup({ database: schools.small.database, schema, key }, file, by)).rejects.toMatchObject({
      code: 'ENOSPC',
    })
    expect((await readdir(schools.folder)).filter(each => each.startsWith('full'))).toEqual([])
    expect(schools.small.database.load().calls.used).toBe(0)
    await takeBackup({ database: schools.small.database, schema, key }, file, by)
    expect((await readdir(schools.folder)).filter(each => each.startsWith('full'))).toEqual([`full ${name}`])
    await rm(file)
  })
})

const packed = async (name: string, content: string): Promise<Buffer> => {
  const tar = pack()
  tar.entry({ name }, content)
  tar.finalize()
  return buffer(tar)
}

const empty = async (work: (at: { database: Database; url: string }) => Promise<void>): Promise<void> => {
  const { url, drop } = await makeDatabase(null)
  const database = openDatabase(url, schema)
  try {
    await work({ database, url })
    const { rows } = await database.pool.query("select to_regnamespace('school') as there")
    expect(rows).toEqual([{ there: null }])
  } finally {
    await database.close()
    await drop()
  }
}

describe('a restore changes nothing', () => {
  let file: string
  beforeAll(async () => {
    file = join(schools.folder, 'whole')
    await takeBackup({ database: schools.small.database, schema, key }, file)
  })
  const copy = async (name: string, change: (path: string) => Promise<void>): Promise<string> => {
    const path = join(schools.folder, name)
    await writeFile(path, await readFile(file))
    await change(path)
    return path
  }

  test('where the database isn’t empty', async () => {
    const before = await everything(schools.small.database)
    const { connectionString: url = '' } = schools.small.database.pool.options
    await expect(restoreBackup({ database: schools.small.database, schema, url }, file)).rejects.toThrow(
      'This database isn’t empty.',
    )
    expect(await everything(schools.small.database)).toEqual(before)
  })

  test.each<[string, (path: string) => Promise<void>, string]>([
    [
      'of half a file',
      async path => truncate(path, Math.floor((await stat(path)).size / 2)),
      'is damaged or incomplete',
    ],
    [
      'of a file with a changed byte',
      async path => {
        const handle = await open(path, 'r+')
        await handle.write(Buffer.from([7]), 0, 1, (await handle.stat()).size - 16)
        await handle.close()
      },
      'is damaged or incomplete',
    ],
    [
      'of a file with a changed row',
      async path => {
        const text = zstdDecompressSync(await readFile(path)).toString('latin1')
        await writeFile(path, zstdCompressSync(Buffer.from(text.replace('Emily Wang', 'Emily Wong'), 'latin1')))
      },
      'is damaged or incomplete',
    ],
    ['of a file that is something else', path => writeFile(path, 'Dear school,'), 'is not a Lantern backup'],
    ['of an empty file', path => writeFile(path, ''), 'is not a Lantern backup'],
    [
      'of something else that is packed',
      async path => writeFile(path, gzipSync(await packed('letter.txt', 'Dear school,'))),
      'is not a Lantern backup',
    ],
    ['of a file that ends at once', path => truncate(path, 20), 'is damaged or incomplete'],
    [
      'of a newer version’s file',
      async path => {
        const text = zstdDecompressSync(await readFile(path)).toString('latin1')
        await writeFile(
          path,
          zstdCompressSync(Buffer.from(text.replace('"0018_family-names"', '"0918_family-names"'), 'latin1')),
        )
      },
      'is from a newer Lantern',
    ],
  ])('%s', async (_name, change, sentence) => {
    const path = await copy('broken', change)
    await empty(async ({ database, url }) => {
      await expect(restoreBackup({ database, schema, url }, path)).rejects.toThrow(sentence)
    })
  })
})
