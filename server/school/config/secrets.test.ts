import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guest } from '#server/platform/actor.ts'
import { readSecretKey, type Seal, sealWith } from '#server/platform/secrets.ts'
import { emptyHouse } from '#tests/school.ts'
import { findSecret, keepSecret, secretEndings } from './acts.ts'

let house: Awaited<ReturnType<typeof emptyHouse>>
let folder: string
beforeAll(async () => {
  house = await emptyHouse()
  folder = await mkdtemp(join(tmpdir(), 'lantern-secrets-'))
})
afterAll(async () => {
  await house.drop()
  await rm(folder, { recursive: true })
})

const office = () => ({ db: house.database.db, actor: guest, now: house.clock.now, settings: house.settings })
const found = (name: string) => findSecret(house.database.db, house.settings.secrets, name)

test('a secret is stored sealed, shown by its ending, overwritten and forgotten', async () => {
  await keepSecret(office(), 'a.key', 'first-secret-1111')
  await keepSecret(office(), 'b.key', 'other-secret-2222')
  await keepSecret(office(), 'a.key', 'third-secret-3333')
  expect(await found('a.key')).toBe('third-secret-3333')
  const { rows } = await house.database.db.execute<{ sealed: string }>(sql`select sealed from secrets`)
  expect(rows).toHaveLength(2)
  for (const { sealed } of rows) expect(sealed).not.toMatch(/secret|\d{4}$/)
  expect(await secretEndings(house.database.db, ['a.key', 'b.key', 'c.key'])).toEqual(
    new Map([
      ['a.key', '3333'],
      ['b.key', '2222'],
    ]),
  )
  await keepSecret(office(), 'a.key', null)
  expect(await found('a.key')).toBeNull()
  expect(await found('b.key')).toBe('other-secret-2222')
})

test('a secret can’t be opened with another key, or under another name', async () => {
  await keepSecret(office(), 'c.key', 'secret-4444')
  expect(await found('c.key')).toBe('secret-4444')
  expect(await findSecret(house.database.db, sealWith(), 'c.key')).toBeNull()
  await house.database.db.execute(sql`update secrets set name = 'd.key' where name = 'c.key'`)
  expect(await found('d.key')).toBeNull()
})

test('a secret is opened once, until it changes', async () => {
  let opened = 0
  const { secrets } = house.settings
  const counting: Seal = {
    ...secrets,
    open(name, sealed) {
      opened += 1
      return secrets.open(name, sealed)
    },
  }
  const find = () => findSecret(house.database.db, counting, 'e.key')
  await keepSecret(office(), 'e.key', 'secret-5555')
  expect([await find(), await find(), opened]).toEqual(['secret-5555', 'secret-5555', 1])
  await keepSecret(office(), 'e.key', 'secret-6666')
  expect([await find(), await find(), opened]).toEqual(['secret-6666', 'secret-6666', 2])
})

test('the key is made once, readable only by its owner, and an invalid key is named', async () => {
  const [first, second] = await Promise.all([readSecretKey(undefined, folder), readSecretKey(undefined, folder)])
  expect(first).toHaveLength(32)
  expect(second).toEqual(first)
  expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect(Buffer.from(await readFile(join(folder, 'secret.key'), 'utf8'), 'base64')).toEqual(first)
  const given = randomBytes(32)
  expect(await readSecretKey(given.toString('base64'), folder)).toEqual(given)
  await expect(readSecretKey('c2hvcnQ=', folder)).rejects.toThrow('SECRET_KEY')
  await writeFile(join(folder, 'secret.key'), 'changed')
  await expect(readSecretKey(undefined, folder)).rejects.toThrow('secret.key')
})
