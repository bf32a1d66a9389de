import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db.ts'
import { freshDatabase, type FreshDatabase } from '#tests/database-fixture.ts'
import { filledDemo, sundayAtLakeside } from '#tests/demo.ts'
import { restored } from '#tests/restored.ts'
import { scratch } from '#tests/scratch.ts'
import { takeBackup } from './backup.ts'
import { headOf } from './restore.ts'

const schema = 'school'
const key = randomBytes(32)
const passphrase = 'four words only I know'

let folder: string
let demo: FreshDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(scratch(), 'backup-'))
  demo = await freshDatabase(await filledDemo(sundayAtLakeside))
})
afterAll(async () => {
  await demo.drop()
  await rm(folder, { recursive: true })
})

const count = async (database: Database) =>
  (await database.pool.query<{ n: number }>('select count(*)::int as n from households')).rows[0]!.n

describe('a backup', () => {
  test('shows one moment, while people go on working', async () => {
    const { pool } = demo.database
    const file = join(folder, 'moment')
    let isOver = false
    const before = await count(demo.database)
    const working = (async () => {
      // A family with a person in it: half of one would not fit the rules of the tables.
      for (let n = 0; !isOver; n += 1) {
        const id = `0000000${n % 10}-0000-7000-8000-${String(n).padStart(12, '0')}`
        await pool.query('insert into households (id, name, created_at) values ($1, $2, now())', [id, `Late ${n}`])
      }
    })()
    await takeBackup({ database: demo.database, schema, key }, file)
    isOver = true
    await working
    const after = await count(demo.database)
    expect(after).toBeGreaterThan(before)
    const kept = await restored(file, count)
    expect(kept).toBeGreaterThanOrEqual(before)
    expect(kept).toBeLessThan(after)
    await pool.query("delete from households where name like 'Late %'")
  })

  test('with a passphrase tells nothing without it, and holds the key', async () => {
    const file = join(folder, 'sealed')
    await takeBackup({ database: demo.database, schema, key }, file, passphrase)
    expect((await readFile(file)).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    await expect(headOf(file)).rejects.toThrow('is encrypted. Give its passphrase as BACKUP_PASSPHRASE.')
    await expect(headOf(file, 'another passphrase')).rejects.toThrow('BACKUP_PASSPHRASE doesn’t open')
    expect((await headOf(file, passphrase)).key).toBe(key.toString('base64'))
    expect(await restored(file, count, passphrase)).toBe(await count(demo.database))
  })
})
