import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { areas } from '#contract/areas.ts'
import { backupName, backupPlace } from '#server/backup.ts'
import { openDatabase } from '#server/platform/db.ts'
import type { BackupPlace } from '#server/platform/jobs.ts'
import { headOf } from '#server/restore.ts'
import { scratch } from '#tests/scratch.ts'
import { type Person, school, type SmallSchool } from '#tests/school.ts'
import { takeBackup, takeDueBackup } from './jobs.ts'

let s: SmallSchool
let folder: string
let place: BackupPlace
const key = randomBytes(32)
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())
beforeEach(async () => {
  folder = await mkdtemp(join(scratch(), 'backups-'))
  place = backupPlace({ database: s.database, schema: s.schema, key }, folder)
  s.settings.backups = place
  s.settings.isDemo = false
  await s.database.pool.query('delete from backups')
  await s.ida.call('config-changeBackups', { isOn: true, hour: 2, keep: 14 })
  return () => rm(folder, { recursive: true, force: true })
})

const toolsAt = (now: Date) => ({
  database: s.database,
  now,
  settings: s.settings,
  signal: AbortSignal.timeout(60_000),
  enqueue: s.jobs.enqueue,
  touch: async () => undefined,
})
/** Runs the hourly job at an instant, and what it enqueues. Returns the files in the folder. */
const strike = async (at: string): Promise<string[]> => {
  const now = new Date(at)
  await takeDueBackup.run({}, toolsAt(now))
  await s.jobs.drain(now)
  return (await readdir(folder)).toSorted()
}
const status = (at: string) => s.ida.call('backups-status', {}, { now: new Date(at) })
const nameAt = (at: string) => backupName(new Date(at))
const noRoom = async () => {
  throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
}

describe('an automatic backup', () => {
  test('is taken once a day, at its hour on the school’s clock', async () => {
    // The school is in New York: 2 AM is 6:00 in UTC, and 7:00 in winter.
    expect(await strike('2026-10-01T05:01:00Z')).toHaveLength(1)
    expect(await strike('2026-10-01T05:59:00Z')).toHaveLength(1)
    expect(await strike('2026-10-01T06:01:00Z')).toHaveLength(2)
    expect(await strike('2026-10-01T07:01:00Z')).toHaveLength(2)
    expect(await strike('2026-10-02T05:01:00Z')).toHaveLength(2)
    const names = await strike('2026-10-02T06:01:00Z')
    expect(names).toHaveLength(3)
    const { list, isDue, nextAt, warning } = await status('2026-10-02T12:00:00Z')
    expect(list.map(({ fileName }) => fileName)).toEqual(names.toReversed())
    expect([isDue, nextAt, warning]).toEqual([false, '2026-10-03T06:00:00.000Z', null])
    expect(list[0]).toMatchObject({ at: '2026-10-02T06:01:00.000Z', isEncrypted: false, isThere: true })
    expect(list[0]!.bytes).toBeGreaterThan(10_000)
    // The file is complete and belongs to this school.
    expect((await headOf(join(folder, names[0]!))).tables.map(({ name }) => name)).toContain('households')
  })

  test('follows local time across midnight and clock changes', async () => {
    await s.ida.call('config-changeBackups', { isOn: true, hour: 0, keep: 14 })
    expect(await strike('2026-10-05T12:01:00Z')).toHaveLength(1)
    expect(await strike('2026-10-06T03:59:00Z')).toHaveLength(1)
    expect(await strike('2026-10-06T04:01:00Z')).toHaveLength(2)
    await s.ida.call('config-changeBackups', { isOn: true, hour: 2, keep: 14 })
    expect(await strike('2026-10-31T06:01:00Z')).toHaveLength(3)
    expect(await strike('2026-11-01T06:01:00Z')).toHaveLength(3)
    expect(await strike('2026-11-01T07:01:00Z')).toHaveLength(4)
    // On this day there is no 2 AM, because the clock skips to 3.
    expect(await strike('2027-03-13T07:01:00Z')).toHaveLength(5)
    expect(await strike('2027-03-14T06:59:00Z')).toHaveLength(5)
    expect(await strike('2027-03-14T07:01:00Z')).toHaveLength(6)
  })

  test('is not taken if it is off, or in a demo', async () => {
    await s.ida.call('config-changeBackups', { isOn: false, hour: 2, keep: 14 })
    expect(await strike('2026-10-01T06:01:00Z')).toEqual([])
    expect(await status('2026-10-01T06:01:00Z')).toMatchObject({ isDue: false, nextAt: null, warning: null })
    await s.ida.call('config-changeBackups', { isOn: true, hour: 2, keep: 14 })
    s.settings.isDemo = true
    expect(await strike('2026-10-01T06:01:00Z')).toEqual([])
    expect(await status('2026-10-01T06:01:00Z')).toMatchObject({ isDue: false, nextAt: null })
    s.settings.isDemo = false
    expect(await strike('2026-10-01T06:01:00Z')).toHaveLength(1)
  })

  test('replaces the oldest, and removes no file it didn’t make', async () => {
    const others = ['lantern-20200101T000000Z.backup', 'lantern-20200101T000000Z.backup.txt', 'notes.txt']
    for (const name of others) await writeFile(join(folder, name), 'ours')
    await s.ida.call('config-changeBackups', { isOn: true, hour: 2, keep: 2 })
    const days = ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04'].map(day => `${day}T06:01:00Z`)
    for (const at of days) await strike(at)
    const kept = days.slice(2).map(nameAt)
    expect((await readdir(folder)).toSorted()).toEqual([...others, ...kept].toSorted())
    const { list } = await status('2026-10-04T12:00:00Z')
    expect(list.map(({ fileName }) => fileName)).toEqual(kept.toReversed())
    // A file that isn't named like a backup is left alone, even if the table lists it.
    await s.database.pool.query("update backups set file_name = 'notes.txt' where file_name = $1", [kept[0]])
    await strike('2026-10-05T06:01:00Z')
    expect(await readdir(folder)).toContain('notes.txt')
  })

  test('that failed is explained in plain words, and retried every hour', async () => {
    await strike('2026-10-01T06:01:00Z')
    s.settings.backups = { ...place, take: noRoom }
    await strike('2026-10-02T06:01:00Z')
    expect(await status('2026-10-02T06:30:00Z')).toMatchObject({
      failure: { at: '2026-10-02T06:01:00.000Z', problem: 'full' },
      warning: 'failed',
      isRunning: false,
      isDue: true,
      list: [{ fileName: nameAt('2026-10-01T06:01:00Z') }],
    })
    // A file where the folder should be.
    await writeFile(join(folder, 'file'), '')
    s.settings.backups = backupPlace({ database: s.database, schema: s.schema, key }, join(folder, 'file'))
    await strike('2026-10-02T07:01:00Z')
    expect((await status('2026-10-02T07:30:00Z')).failure).toMatchObject({ problem: 'folder' })
    s.settings.backups = place
    await strike('2026-10-02T08:01:00Z')
    expect(await status('2026-10-02T08:30:00Z')).toMatchObject({ failure: null, warning: null, isDue: false })
  })

  test('that was interrupted starts over, and its partial file is removed', async () => {
    const { rows } = await s.database.pool.query<{ id: string }>(
      `insert into backups (id, taken_at, file_name) values (gen_random_uuid(), '2026-10-01T06:01:00Z', $1) returning id`,
      [nameAt('2026-10-01T06:01:00Z')],
    )
    await writeFile(join(folder, `${nameAt('2026-10-01T06:01:00Z')}.partial`), 'half')
    expect((await status('2026-10-01T06:02:00Z')).isRunning).toBe(true)
    // The queue gives the job to another process.
    await takeBackup.run({ id: rows[0]!.id }, toolsAt(new Date('2026-10-01T06:16:00Z')))
    expect(await readdir(folder)).toEqual([nameAt('2026-10-01T06:16:00Z')])
    // A request that nobody has worked on for hours is deleted. A restored school has such a row for the very file it
    // was restored from, and that file stays.
    const began = nameAt('2026-10-02T02:00:00Z')
    await s.database.pool.query(
      "insert into backups (id, taken_at, file_name) values (gen_random_uuid(), '2026-10-02T02:00:00Z', $1)",
      [began],
    )
    for (const name of [began, `${began}.partial`]) await writeFile(join(folder, name), 'half')
    expect((await status('2026-10-02T06:00:00Z')).isRunning).toBe(false)
    expect(await strike('2026-10-02T06:01:00Z')).toEqual([
      nameAt('2026-10-01T06:16:00Z'),
      began,
      nameAt('2026-10-02T06:01:00Z'),
    ])
    const { rows: left } = await s.database.pool.query('select from backups where finished_at is null')
    expect(left).toEqual([])
  })
})

test('two processes never take a backup at the same time', async () => {
  const now = new Date('2026-10-01T12:00:00Z')
  const other = openDatabase(s.url, s.schema)
  try {
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    let taken = 0
    s.settings.backups = {
      ...place,
      take: async name => {
        taken += 1
        begun.resolve()
        await gate.promise
        return place.take(name)
      },
    }
    const { rows } = await s.database.pool.query<{ id: string }>(
      'insert into backups (id, taken_at) values (gen_random_uuid(), $1) returning id',
      [now],
    )
    const [{ id } = { id: '' }] = rows
    const first = takeBackup.run({ id }, toolsAt(now))
    await begun.promise
    await takeBackup.run({ id }, { ...toolsAt(now), database: other })
    expect(taken).toBe(1)
    // However long the backup takes, it is reported as running, and no other is started.
    const later = { now: new Date('2026-10-01T12:50:00Z') }
    expect(await s.ida.call('backups-status', {}, later)).toMatchObject({ isRunning: true, list: [] })
    expect(await s.ida.call('backups-take', {}, later)).toEqual({ isBegun: false })
    gate.resolve()
    await first
    expect(await s.ida.call('backups-status', {}, later)).toMatchObject({ isRunning: false, list: [{ id }] })
    // A finished backup is not taken again.
    await takeBackup.run({ id }, { ...toolsAt(now), database: other })
    expect(taken).toBe(1)
  } finally {
    await other.close()
  }
})

test('a backup is taken on request, and encrypted with the passphrase', async () => {
  s.settings.backups = backupPlace({ database: s.database, schema: s.schema, key }, folder, 'four words only I know')
  expect(await s.ida.call('backups-take', {}, { now: new Date('2026-10-01T12:00:00Z') })).toEqual({ isBegun: true })
  const { list, hasPassphrase, folder: said } = await status('2026-10-01T12:30:00Z')
  expect([hasPassphrase, said]).toEqual([true, folder])
  expect(list).toMatchObject([{ isEncrypted: true, isThere: true }])
  await rm(join(folder, list[0]!.fileName))
  expect((await status('2026-10-01T12:30:00Z')).list).toMatchObject([{ isThere: false }])
})

describe('access to backups', () => {
  test('is for full administrators only', async () => {
    await strike('2026-10-01T06:01:00Z')
    expect((await status('2026-10-01T06:30:00Z')).list).toHaveLength(1)
    const denied = async (who: Person, reason: string) => {
      const asked = [
        () => who.call('backups-status', {}),
        () => who.call('backups-take', {}),
        () => who.call('config-changeBackups', { isOn: false, hour: 2, keep: 1 }),
      ]
      for (const ask of asked) await expect(ask()).rejects.toMatchObject({ details: { reason } })
    }
    for (const who of [s.ann, s.tom]) await denied(who, 'ROLE_NEEDED')
    for (const area of areas.filter(each => each !== 'all')) await denied(await s.officer(area), 'AREA_NEEDED')
    expect((await status('2026-10-01T06:30:00Z')).settings).toEqual({ isOn: true, hour: 2, keep: 14 })
  })

  test('the dashboard warns if there is none after three days, or if the last is old or failed', async () => {
    await s.database.pool.query("update school set created_at = '2026-10-01T12:00:00Z'")
    const waiting = async (at: string, who: Person = s.ida) => {
      const { items } = await who.call('dashboard-attention', {}, { now: new Date(at) })
      return items.filter(({ key }) => key === 'backups').map(({ n, since }) => [n, since])
    }
    expect(await waiting('2026-10-04T11:59:00Z')).toEqual([])
    expect(await waiting('2026-10-04T12:01:00Z')).toEqual([[1, '2026-10-01']])
    const registrar = s.person('registrar@office.example')
    expect(await waiting('2026-10-04T12:01:00Z', registrar)).toEqual([])
    await expect(registrar.call('dashboard-list', { key: 'backups' })).rejects.toMatchObject({
      details: { reason: 'AREA_NEEDED' },
    })
    const { rows } = await s.ida.call('dashboard-list', { key: 'backups' }, { now: new Date('2026-10-04T12:01:00Z') })
    expect(rows).toMatchObject([{ target: 'backups', name: 'Lakeside' }])
    expect((await status('2026-10-04T12:01:00Z')).warning).toBe('never')

    await strike('2026-10-05T06:01:00Z')
    expect(await waiting('2026-10-07T06:00:00Z')).toEqual([])
    expect(await waiting('2026-10-07T06:02:00Z')).toEqual([[1, '2026-10-05']])
    expect((await status('2026-10-07T06:02:00Z')).warning).toBe('old')

    await strike('2026-10-07T06:05:00Z')
    expect(await waiting('2026-10-07T06:10:00Z')).toEqual([])
    s.settings.backups = { ...place, take: noRoom }
    await strike('2026-10-08T06:01:00Z')
    expect(await waiting('2026-10-08T06:10:00Z')).toEqual([[1, '2026-10-07']])

    // Turning backups off is the school's decision.
    await s.ida.call('config-changeBackups', { isOn: false, hour: 2, keep: 14 })
    expect(await waiting('2026-10-20T06:10:00Z')).toEqual([])
  })
})

test('the backup settings are checked field by field', async () => {
  for (const [wrong, path] of [
    [{ hour: 24 }, 'hour'],
    [{ keep: 0 }, 'keep'],
    [{ keep: 366 }, 'keep'],
  ] as const)
    await expect(s.ida.call('config-changeBackups', { isOn: true, hour: 2, keep: 14, ...wrong })).rejects.toMatchObject(
      { details: { fields: [{ path }] } },
    )
})
