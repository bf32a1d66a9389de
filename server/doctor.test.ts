import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#tests/database-fixture.ts'
import { guest } from '#server/platform/actor.ts'
import { changeSetting, findSetting } from '#server/school/config/acts.ts'
import { openMailServer } from '#tests/mailServer.ts'
import { scratch } from '#tests/scratch.ts'
import { type Facts, judge } from './doctor.ts'
import { examine } from './doctorFacts.ts'
import { sealWith } from './platform/secrets.ts'

const now = new Date('2026-10-01T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

type Found = Exclude<Facts['found'], { problem: string }>
type FoundDatabase = Extract<Found['database'], { school: unknown }>
type Schools = Extract<Found['database'], { schools: unknown }>['schools']
type School = NonNullable<FoundDatabase['school']>
const school: School = {
  keyFits: true,
  mail: { problem: null },
  lastBackup: ago(5 * 3600),
  backupWarning: null,
  queue: { waiting: 2, oldestSeconds: 3, failed: [] },
  databaseNow: now,
  lastChange: ago(60),
}
const database: FoundDatabase = { version: '15.4', missing: [], unknown: [], school }
const found: Found = {
  publicUrl: 'https://school.example',
  isPublicUrlGiven: true,
  host: '0.0.0.0',
  folders: [{ name: 'Data folder', path: '/data', isWritable: true, freeBytes: 9e9 }],
  key: { file: '/data/secret.key', problem: null, mode: 0o600 },
  database,
}
const linesOf = (facts: Facts) => judge(facts).map(({ name, isFine, text }) => `${isFine ? '✓' : '✗'} ${name}: ${text}`)
const wrongIn = (more: Partial<Found>, node = '24.1.0') =>
  linesOf({ node, now, found: { ...found, ...more } }).filter(line => line.startsWith('✗'))

describe('the doctor’s judgment', () => {
  test('is fine when nothing is wrong', () =>
    expect(linesOf({ node: '24.1.0', now, found })).toEqual([
      '✓ Node: 24.1.0',
      '✓ Settings: all valid',
      '✓ Data folder: /data, 9.0 GB free',
      '✓ Secret key: /data/secret.key opens the secrets in the database',
      '✓ Public address: https://school.example',
      '✓ Database: PostgreSQL 15.4',
      '✓ Tables: up to date',
      '✓ Email: the mail server answers',
      '✓ Backups: the last one is 5 hours old',
      '✓ Jobs: 2 waiting',
      '✓ Clock: 2026-10-01T12:00:00.000Z',
    ]))
  test('covers only Node and the settings when the settings can’t be read', () =>
    expect(linesOf({ node: '22.9.0', now, found: { problem: 'The setting PORT is "web".' } })).toEqual([
      '✗ Node: 22.9.0 is too old. Install Node 24 or later.',
      '✗ Settings: The setting PORT is "web".',
    ]))

  const many: Schools = { all: 200, failed: [], waiting: 0, keyFits: true }
  const ofMany = (more: Partial<Schools>): Partial<Found> => ({
    database: { version: '15.4', schools: { ...many, ...more } },
  })
  test('has one line for all schools of a host', () => {
    const told = (more: Partial<Schools>) =>
      linesOf({ node: '24.1.0', now, found: { ...found, ...ofMany(more) } }).at(-1)
    expect(told({})).toBe('✓ Schools: 200, all up to date')
    expect(told({ waiting: 1 })).toBe('✓ Schools: 200, of which 1 is being brought up to date')
    expect(told({ waiting: 3 })).toBe('✓ Schools: 200, of which 3 are being brought up to date')
  })

  const ofSchool = (more: Partial<School>): Partial<Found> => ({
    database: { ...database, school: { ...school, ...more } },
  })
  const folder = found.folders[0]!
  const cases: [string, Partial<Found>, RegExp][] = [
    ['a closed folder', { folders: [{ ...folder, isWritable: false }] }, /^✗ Data folder: \/data can’t be written/],
    [
      'a school that can’t be brought up to date',
      ofMany({ failed: [{ host: 'oak.example', problem: 'no room' }] }),
      /^✗ Schools: oak\.example could not be brought up to date \(no room\)/,
    ],
    ['another key of the host', ofMany({ keyFits: false }), /secret\.key doesn’t open the secrets/],
    ['a full disk', { folders: [{ ...folder, freeBytes: 5e8 }] }, /only 500\.0 MB left/],
    ['a key that is gone', { key: { ...found.key, problem: 'missing' } }, /secret\.key is missing/],
    ['a file that is no key', { key: { ...found.key, problem: 'unreadable' } }, /secret\.key is not a key/],
    ['a key that others read', { key: { ...found.key, mode: 0o644 } }, /chmod 600 \/data\/secret\.key$/],
    ['the key of another school', ofSchool({ keyFits: false }), /doesn’t open the secrets/],
    ['plain http', { publicUrl: 'http://school.example' }, /not https/],
    ['no public address', { publicUrl: 'http://localhost:3000', isPublicUrlGiven: false }, /Set PUBLIC_URL/],
    ['no database', { database: { problem: 'It can’t be used.' } }, /^✗ Database: It can’t be used\.$/],
    ['an old database', { database: { ...database, version: '14.9' } }, /14\.9 is too old/],
    [
      'old tables',
      { database: { ...database, missing: ['0001', '0002'], school: null } },
      /Changes still to be made: 2\./,
    ],
    ['newer tables', { database: { ...database, unknown: ['0999_later'] } }, /newer Lantern .*0999_later/],
    ['no mail server', ofSchool({ mail: null }), /No mail server is set/],
    [
      'a mail server that says why',
      ofSchool({ mail: { problem: 'Access denied.' } }),
      /can’t be used: Access denied\. Check/,
    ],
    ['a mail server that refuses', ofSchool({ mail: { problem: 'EAUTH: no' } }), /can’t be used: EAUTH: no\./],
    ['no backup', ofSchool({ lastBackup: null, backupWarning: 'never' }), /There is no backup yet/],
    ['an old backup', ofSchool({ backupWarning: 'old' }), /older than 48 hours/],
    ['a backup that failed', ofSchool({ backupWarning: 'failed' }), /The last backup failed/],
    [
      'jobs that failed',
      ofSchool({ queue: { ...school.queue, failed: [{ name: 'messages-send', count: 3 }] } }),
      /messages-send failed 3 times in the last week/,
    ],
    [
      'jobs that nobody takes',
      ofSchool({ queue: { waiting: 4, oldestSeconds: 7200, failed: [] } }),
      /4 waiting, one for 2 hours/,
    ],
    [
      'a job that failed once',
      ofSchool({ queue: { ...school.queue, failed: [{ name: 'messages-send', count: 1 }] } }),
      /messages-send failed 1 time in the last week/,
    ],
    ['two clocks', ofSchool({ databaseNow: ago(90) }), /differs from the database’s clock by 90 seconds/],
    ['a clock in the past', ofSchool({ lastChange: ago(-3600) }), /before the school’s last change/],
  ]
  test.each(cases)('%s gives one line that says so', (_what, more, line) => {
    const wrong = wrongIn(more)
    expect(wrong).toHaveLength(1)
    expect(wrong[0]).toMatch(line)
  })
  test('a school used only on this machine needs no https', () =>
    expect(wrongIn({ publicUrl: 'http://localhost:3000', isPublicUrlGiven: false, host: 'localhost' })).toEqual([]))
})

describe('the doctor’s examination', () => {
  let fresh: FreshDatabase
  let folder: string
  const key = randomBytes(32)
  beforeAll(async () => {
    fresh = await freshDatabase()
    const sealed = await sealWith(key).seal('mail', 'hunter2')
    await fresh.database.pool.query(
      "insert into secrets (name, sealed, ending, changed_at) values ('mail', $1, '', now())",
      [sealed],
    )
  })
  afterAll(() => fresh.drop())
  beforeEach(async () => {
    folder = await mkdtemp(join(scratch(), 'doctor-'))
    await writeFile(join(folder, 'secret.key'), key.toString('base64'), { mode: 0o600 })
    return () => rm(folder, { recursive: true })
  })
  const wrongWith = async (more: Record<string, string> = {}) => {
    const facts = await examine({ DATA_DIR: folder, DATABASE_URL: fresh.url, ...more }, new Date())
    return judge(facts)
      .filter(({ isFine }) => !isFine)
      .map(({ name }) => name)
  }

  test('finds nothing wrong with a working mail server, and reports one that doesn’t answer', async () => {
    const mail = await openMailServer()
    expect(await wrongWith({ SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'o@school.example' })).toEqual([])
    await mail.close()
    expect(await wrongWith({ SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'o@school.example' })).toEqual([
      'Email',
    ])
  })
  test('finds a wrong password for the mail server', async () => {
    const mail = await openMailServer({ user: 'office', pass: 'right' })
    const at = (pass: string) => ({
      SMTP_URL: `smtp://office:${pass}@127.0.0.1:${mail.port}`,
      MAIL_FROM: 'o@s.example',
    })
    expect([await wrongWith(at('right')), await wrongWith(at('wrong'))]).toEqual([[], ['Email']])
    await mail.close()
  })
  test('accepts a missing mail server when the office hands over links itself', async () => {
    expect(await wrongWith()).toEqual(['Email'])
    const { db } = fresh.database
    const way = { ...(await findSetting(db, 'mail')), way: 'hand' as const }
    await changeSetting({ db, actor: guest, now: new Date() }, 'mail', way)
    expect(await wrongWith()).toEqual([])
    await fresh.database.pool.query("delete from setting_versions where kind = 'mail'")
  })
  test('finds a wrong key, a key others can read and a missing one, and creates none', async () => {
    expect(await wrongWith()).toEqual(['Email'])
    await chmod(join(folder, 'secret.key'), 0o640)
    expect(await wrongWith()).toEqual(['Secret key', 'Email'])
    await writeFile(join(folder, 'secret.key'), randomBytes(32).toString('base64'), { mode: 0o600 })
    expect(await wrongWith()).toEqual(['Secret key', 'Email'])
    expect(await wrongWith({ SECRET_KEY: key.toString('base64') })).toEqual(['Email'])
    await rm(join(folder, 'secret.key'))
    expect(await wrongWith()).toEqual(['Secret key', 'Email'])
    expect(await wrongWith()).toEqual(['Secret key', 'Email'])
  })
  test('finds missing migrations and those of a newer Lantern', async () => {
    const { pool } = fresh.database
    await pool.query("insert into migrations (tag, hash) values ('9999_later', '')")
    expect(await wrongWith()).toEqual(['Tables', 'Email'])
    await pool.query("delete from migrations where tag = '9999_later'")
    await pool.query("update migrations set tag = 'x' || tag where tag like '0000%'")
    expect(await wrongWith()).toEqual(['Tables'])
    await pool.query("update migrations set tag = substr(tag, 2) where tag like 'x%'")
    expect(await wrongWith()).toEqual(['Email'])
  })
  test('finds a folder without a school and an unreachable database', async () => {
    const facts = await examine({ DATA_DIR: join(folder, 'empty') }, new Date())
    expect(judge(facts).find(({ name }) => name === 'Database')?.text).toContain('There is no school in')
    expect(await wrongWith({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })).toEqual(['Database'])
    await mkdir(join(folder, 'there'))
    expect(await wrongWith({ BACKUP_DIR: join(folder, 'there', 'later') })).toEqual(['Email'])
  })
})
