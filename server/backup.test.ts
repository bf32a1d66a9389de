import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db.ts'
import { makeDatabase } from '#tests/database-fixture.ts'
import { backupSchools } from '#tests/backupSchools.ts'
import { everything, restored } from '#tests/restored.ts'
import { backupName, takeBackup, writeBackup } from './backup.ts'
import { headOf } from './restore.ts'

const schema = 'school'
const key = randomBytes(32)

const schools = backupSchools()

describe('a backup', () => {
  test('restores every row, constraint and sequence', async () => {
    const file = join(schools.folder, backupName(new Date()))
    await schools.demo.database.pool.query(
      'insert into backups (id, taken_at, finished_at, bytes) values (gen_random_uuid(), now(), now(), 7)',
    )
    const before = await everything(schools.demo.database)
    expect(before['backups']).toMatchObject({ n: 1 })
    expect(Object.keys(before).length).toBeGreaterThan(100)
    expect(before['persons']).toMatchObject({ n: expect.any(Number) })
    const { rows, bytes } = await takeBackup({ database: schools.demo.database, schema, key }, file)
    expect(bytes).toBe((await readFile(file)).length)
    expect(rows).toBeGreaterThan(10_000)
    expect(await restored(file, everything)).toEqual(before)
  })

  test('without a passphrase doesn’t contain the key', async () => {
    const file = join(schools.folder, 'open')
    await takeBackup({ database: schools.small.database, schema, key }, file)
    const text = zstdDecompressSync(await readFile(file)).toString('latin1')
    expect(text).toContain('Emily Wang')
    expect(text).not.toContain(key.toString('base64'))
    expect(await headOf(file)).toMatchObject({ keyFingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) })
  })

  test('keeps waiting jobs', async () => {
    const { pool } = schools.small.database
    await pool.query('create schema if not exists school_jobs')
    await pool.query(
      'create table school_jobs.job (name text, data jsonb, state text, start_after timestamptz default now(), created_on timestamptz default now())',
    )
    await pool.query(
      `insert into school_jobs.job (name, data, state) values ('mail', '{"mailId":"1"}', 'created'), ('mail', '{"mailId":"2"}', 'completed')`,
    )
    const file = join(schools.folder, 'jobs')
    await takeBackup({ database: schools.small.database, schema, key }, file)
    await pool.query('drop schema school_jobs cascade')
    const jobs = await restored(
      file,
      async database => (await database.pool.query('select name, data, state from school_jobs.job')).rows,
    )
    expect(jobs).toEqual([{ name: 'mail', data: { mailId: '1' }, state: 'created' }])
  })

  test('into a folder that can’t be made is refused with what to do', async () => {
    const taken = join(schools.folder, 'taken')
    await writeFile(taken, '')
    const school = { database: schools.small.database, schema, key }
    for (const file of [join(taken, 'deep', 'mine.backup'), '/proc/none/mine.backup'])
      await expect(writeBackup(school, file)).rejects.toThrow(
        `${file} can’t be written. Name a file in a folder that you can write to.`,
      )
  })

  test('that can’t be written leaves nothing behind', async () => {
    const { url, drop } = await makeDatabase(null)
    const database = openDatabase(url, schema)
    const file = join(schools.folder, 'none')
    await expect(takeBackup({ database, schema, key }, file)).rejects.toThrow()
    expect([existsSync(file), existsSync(`${file}.partial`)]).toEqual([false, false])
    await database.close()
    await drop()
  })
})
