import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeBackup } from '#server/backup.ts'
import { keyIn, newSecretKey, type Seal, sealWith } from '#server/platform/secrets.ts'
import { manySettings } from '#tests/manySchools.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import {
  addSchool,
  type Desk,
  exportSchool,
  listLines,
  moveSchool,
  openDesk,
  rotateHostKey,
  setState,
  verifyAt,
} from './acts.ts'
import { changeKey, keyOf, listSchools, sealKey } from './registry.ts'
import { openOne } from './schools.ts'

let s: SmallSchool
let settings: Awaited<ReturnType<typeof manySettings>>
let desk: Desk
beforeAll(async () => {
  s = await school()
  settings = await manySettings(s.url)
  desk = await openDesk(settings.environment)
})
afterAll(async () => {
  await desk.close()
  await s.drop()
  await settings.remove()
})

const listed = async (host: string) => (await listSchools(desk.pool)).find(each => each.host === host)

test('commands are refused without SCHOOLS=many, and the list of schools starts empty', async () => {
  await expect(openDesk({ ...settings.environment, SCHOOLS: 'one' })).rejects.toThrow(/^Without SCHOOLS=many, /)
  expect(await listLines(desk)).toEqual(['There is no school yet. Add one: npm run schools -- add HOST'])
})

describe('add', () => {
  test('creates a school with a setup code', async () => {
    const added = await addSchool(desk, 'Ash.Example', { name: 'Ash School' })
    expect(added).toMatchObject({ publicUrl: 'http://ash.example:3000', takenAt: null })
    expect(added.code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    expect(added.schema).toMatch(/^s_ash_[0-9a-f]{6}$/)
    expect(await listed('ash.example')).toMatchObject({ name: 'Ash School', state: 'open', problem: null })
  })

  test.each([
    ['https://oak.example', /is not a host name\. Write one such as oak\.example/],
    ['oak.example:3000', /is not a host name/],
    ['oak_1.example', /is not a host name/],
    [undefined, /^Name the host: /],
    ['ash.example', /^There is already a school at ash\.example\.$/],
  ])('refuses %s', async (host, why) => {
    await expect(addSchool(desk, host, {})).rejects.toThrow(why)
  })

  test('takes over the school that was served alone, which still uses the host’s key', async () => {
    await expect(addSchool(desk, 'oak.example', { schema: 'nothing' })).rejects.toThrow(/no school in a schema nothing/)
    expect(await addSchool(desk, 'oak.example', { schema: s.schema })).toMatchObject({ schema: s.schema, code: null })
    expect(await listed('oak.example')).toMatchObject({ sealedKey: null, name: 'Lakeside' })
    await expect(addSchool(desk, 'fir.example', { schema: s.schema })).rejects.toThrow(/is already listed/)
  })

  test('leaves nothing behind when it fails', async () => {
    const schemas = async () =>
      (await desk.pool.query<{ name: string }>('select nspname as name from pg_namespace order by 1')).rows
    const before = await schemas()
    const file = join(settings.folder, 'no.backup')
    await expect(addSchool(desk, 'fir.example', { from: file })).rejects.toThrow(/^There is no file /)
    const { pool } = desk
    await pool.query(
      "alter table lantern_host.schools add constraint no_room check (ready_for is null or name <> 'Fir')",
    )
    await expect(addSchool(desk, 'fir.example', { name: 'Fir' })).rejects.toThrow(/no_room/)
    await pool.query('alter table lantern_host.schools drop constraint no_room')
    expect(await listed('fir.example')).toBeUndefined()
    expect(await schemas()).toEqual(before)
  })
})

describe('export', () => {
  test('writes one school with its own key, and add imports it under another host name', async () => {
    const file = join(settings.folder, 'ash.backup')
    const ash = (await listed('ash.example'))!
    const { database, key } = await openOne(desk, ash)
    const sealed = await sealWith(key).seal('stripe', 'a key of others')
    await database.db.execute(
      sql`insert into secrets (name, sealed, ending, changed_at) values ('stripe', ${sealed}, 'hers', now())`,
    )
    await database.close()
    expect((await exportSchool(desk, 'ash.example', file)).rows).toBeGreaterThan(0)
    await expect(exportSchool(desk, 'ash.example', file)).rejects.toThrow(/The file .* already exists/)
    const { schema, takenAt } = await addSchool(desk, 'yew.example', { from: file })
    expect(takenAt).not.toBeNull()
    const yew = (await listed('yew.example'))!
    expect(yew.schema).toBe(schema)
    const there = await openOne(desk, yew)
    const { rows } = await there.database.pool.query<{ sealed: string }>(
      "select sealed from secrets where name = 'stripe'",
    )
    expect(await sealWith(there.key).open('stripe', rows[0]!.sealed)).toBe('a key of others')
    await there.database.close()
    expect(Buffer.from(key).equals(Buffer.from(desk.key))).toBe(false)
    await expect(sealWith(desk.key).open('stripe', rows[0]!.sealed)).rejects.toThrow()
  })

  test('needs a passphrase, since the file holds the key', async () => {
    const file = join(settings.folder, 'open.backup')
    const { BACKUP_PASSPHRASE: _, ...open } = desk.env
    await expect(exportSchool({ ...desk, env: open }, 'ash.example', file)).rejects.toThrow(/^Set BACKUP_PASSPHRASE\. /)
    expect(existsSync(file)).toBe(false)
  })
})

describe('move, close and open', () => {
  test('give a school another host name, and can give the old one back', async () => {
    expect(await moveSchool(desk, 'ash.example', 'ash.school.example')).toEqual({
      from: 'http://ash.example:3000',
      to: 'http://ash.school.example:3000',
    })
    expect(await listed('ash.school.example')).toMatchObject({ formerHosts: ['ash.example'] })
    await expect(addSchool(desk, 'ash.example', {})).rejects.toThrow(
      /^ash\.example is a former host name of the school at ash\.school\.example and still leads there\. Choose another\.$/,
    )
    await expect(moveSchool(desk, 'yew.example', 'ash.example')).rejects.toThrow(/^ash\.example is a former host name/)
    await expect(moveSchool(desk, 'ash.school.example', 'oak.example')).rejects.toThrow(
      /^There is already a school at oak\.example\.$/,
    )
    await moveSchool(desk, 'ash.school.example', 'ash.example')
    expect(await listed('ash.example')).toMatchObject({ formerHosts: ['ash.school.example'] })
  })

  test('close a school and open it again', async () => {
    await setState(desk, 'yew.example', 'closed')
    expect(await listed('yew.example')).toMatchObject({ state: 'closed' })
    await setState(desk, 'yew.example', 'open')
    expect(await listed('yew.example')).toMatchObject({ state: 'open' })
    await expect(setState(desk, 'ivy.example', 'closed')).rejects.toThrow(/^There is no school at ivy\.example\./)
  })

  test('list shows the state of each school', async () => {
    const [head, ...lines] = await listLines(desk)
    expect(head).toMatch(/^host +name +state +tables +schema +added +last called$/)
    expect(lines.map(line => line.split(/ {2,}/).slice(0, 4).join(' | '))).toEqual([
      'ash.example | Ash School | open | up to date',
      expect.stringMatching(/^oak\.example/),
      expect.stringMatching(/^yew\.example/),
    ])
  })
})

test('a backup without a passphrase is imported only where its key is known', async () => {
  const ash = (await listed('ash.example'))!
  const file = join(settings.folder, 'plain.backup')
  const { database, key } = await openOne(desk, ash)
  await takeBackup({ database, schema: ash.schema, key }, file)
  await database.close()
  const added = await addSchool(desk, 'ivy.example', { from: file })
  expect(await keyOf(desk.seal, desk.key, (await listed('ivy.example'))!)).toEqual(key)
  expect(added.takenAt).not.toBeNull()
  const elsewhere = { ...desk, key: keyIn(newSecretKey())!, seal: sealWith(keyIn(newSecretKey())!) }
  await expect(addSchool(elsewhere, 'box.example', { from: file })).rejects.toThrow(
    /doesn’t contain the key of its school/,
  )
})

test('the host’s key can be changed, even after an interrupted attempt', async () => {
  const keys = async (seal: Seal, hostKey: Uint8Array) => {
    const found: Record<string, string> = {}
    for (const each of await listSchools(desk.pool))
      if (each.sealedKey !== null) found[each.host] = Buffer.from(await keyOf(seal, hostKey, each)).toString('hex')
    return found
  }
  const before = await keys(desk.seal, desk.key)
  expect(Object.keys(before).length).toBeGreaterThan(1)
  const to = keyIn(newSecretKey())!
  const [first] = Object.keys(before)
  const one = (await listed(first!))!
  await changeKey(desk.pool, one.schema, await sealKey(sealWith(to), one.schema, await keyOf(desk.seal, desk.key, one)))
  expect(await rotateHostKey(desk, to)).toBe((await listSchools(desk.pool)).length)
  expect(await keys(sealWith(to), to)).toEqual(before)
  await expect(keys(desk.seal, desk.key)).rejects.toThrow()
})

test('the change log of one school is verified with its own key', async () => {
  const { broken } = await verifyAt(desk, 'oak.example')
  expect(broken).toBeNull()
  await expect(verifyAt(desk, 'no.example')).rejects.toThrow(/^There is no school at no\.example\./)
})
