import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reachPostgres } from '#server/platform/postgres.ts'
import { writeOnce } from '#server/platform/wholeFile.ts'
import { type Running, signIn, startLantern } from '../../scripts/bench/lantern.ts'
import { scratch } from '#tests/scratch.ts'
import { note } from './figures.ts'
import { allThereOnce, type Load, mixedLoad, recorded, wrongIn } from './mixedLoad.ts'

// Lantern on a separate disk (an ext4 file system in a file) that fills up or becomes read-only while people work.

const times = Number(process.env['TIMES'] ?? '3')
const awayMs = 8_000

let place: string
const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' }).toString().trim()
const mounted: string[] = []
const running: Running[] = []
const mount = (image: string, folder: string): void => {
  mkdirSync(folder, { recursive: true })
  // As Debian mounts its own disks: a disk with an error becomes read-only.
  run('mount', '-o', 'loop,errors=remount-ro', image, folder)
  mounted.push(folder)
  chmodSync(folder, 0o755)
}
const unmount = (folder: string): void => {
  run('umount', folder)
  mounted.splice(mounted.indexOf(folder), 1)
}
const newDisk = (name: string): string => {
  const image = join(place, `${name}.img`)
  run('truncate', '--size=700M', image)
  run('mkfs.ext4', '-q', '-F', image)
  return image
}

beforeAll(async () => {
  place = await mkdtemp(join(scratch(), 'lantern-disks-'))
  chmodSync(place, 0o755)
})
afterAll(async () => {
  for (const lantern of running) await lantern.stop()
  // Unmount first: files on a disk that can't be unmounted must not be removed.
  for (const folder of mounted.toReversed()) unmount(folder)
  rmSync(place, { recursive: true })
})

const start = async (data: string): Promise<Running> => {
  const lantern = await startLantern({ DATA_DIR: data, LOG_LEVEL: 'warn' })
  running.push(lantern)
  return lantern
}
const ready = async ({ origin }: Running): Promise<string> => (await fetch(`${origin}/readyz`)).text()
const full = 'The database’s disk is full, so nothing can be saved. Free some space.'

/** Writes until the disk is full. */
const fillUp = (file: string): void => {
  const handle = openSync(file, 'w')
  try {
    for (let size = 1 << 20; size >= 1; size = Math.floor(size / 2)) {
      const piece = Buffer.alloc(size, 1)
      for (let isFull = false; !isFull;) {
        try {
          writeSync(handle, piece)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
          isFull = true
        }
      }
    }
  } finally {
    closeSync(handle)
  }
}

/** A member of the office who calls as a browser does. */
const office = async ({ origin }: Running) => {
  const { idToken } = await signIn(origin, 'office')
  const post = async (path: string, body: string, type = 'application/json') => {
    const answer = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': type, authorization: `Bearer ${idToken}`, 'x-file-name': 'note.txt' },
      body,
    })
    return { status: answer.status, text: await answer.text() }
  }
  return {
    read: () => post('/fn/dashboard-figures', '{"data":{}}'),
    upload: () => post('/files/uploads', 'Dear parents,', 'text/plain'),
  }
}

/** Checks that every acknowledged write is there exactly once, and that failed calls were only told to try again. */
const compare = async (load: Load, dataDir: string, output: string): Promise<void> => {
  const { url, stop } = await reachPostgres(dataDir)
  expect(wrongIn(await recorded(url), load.acknowledged)).toEqual(allThereOnce)
  await stop()
  expect(load.failures.filter(({ why }) => !/answered 503.*"BUSY"/.test(why))).toEqual([])
  // No internal error is logged either.
  expect(output.split('\n').filter(line => /a function failed/.test(line))).toEqual([])
}

/** Makes the database run a checkpoint, which it also does automatically every few minutes. The checkpoint may fail. */
const checkpoint = async (dataDir: string): Promise<void> => {
  const { url, stop } = await reachPostgres(dataDir)
  const client = new pg.Client({ connectionString: url.replace('//lantern@', '//postgres@') })
  await client.connect()
  await client.query('checkpoint').catch((error: Error) => expect(error.message).toContain('checkpoint request failed'))
  await client.end()
  await stop()
}

/** Waits until Lantern is ready and writes succeed again. Returns how long that took, in milliseconds. */
const untilBack = async (lantern: Running, load: Load): Promise<number> => {
  const from = performance.now()
  await expect.poll(() => ready(lantern), { interval: 50, timeout: 60_000 }).toBe('ready')
  const done = load.acknowledged.size
  await expect.poll(() => load.acknowledged.size, { interval: 50, timeout: 60_000 }).toBeGreaterThan(done)
  return performance.now() - from
}

test(
  'on a full disk reads still work, no acknowledged write is lost, and writes resume once there is room',
  { timeout: 900_000 },
  async () => {
    const disk = join(place, 'full')
    mount(newDisk('full'), disk)
    const data = join(disk, 'data')
    const lantern = await start(data)
    const { read, upload } = await office(lantern)
    expect((await upload()).status).toBe(200)
    const load = await mixedLoad(() => lantern.origin)
    const backMs: number[] = []
    let reads = 0
    for (let time = 0; time < times; time += 1) {
      await pause(2_000)
      const filler = join(disk, 'filler')
      fillUp(filler)
      await expect.poll(() => ready(lantern), { interval: 50 }).toBe(full)
      await checkpoint(join(data, 'demo'))
      const done = load.acknowledged.size
      const until = performance.now() + awayMs
      while (performance.now() < until) {
        expect(await read()).toMatchObject({ status: 200 })
        reads += 1
      }
      // Writes in progress have ended, and no further one was acknowledged.
      expect(load.acknowledged.size - done).toBeLessThanOrEqual(4)
      const refused = await upload()
      expect(refused).toMatchObject({ status: 503, text: expect.stringContaining('Try again soon') as string })
      const backup = spawnSync(process.execPath, ['scripts/backup.ts', '--demo', join(disk, 'own.backup')], {
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
        env: { PATH: process.env['PATH'], DATA_DIR: data },
        encoding: 'utf8',
      })
      expect([backup.status, backup.stderr.trim()]).toEqual([
        1,
        `There isn’t enough space for ${join(disk, 'own.backup')}. Free some, or name a file on another disk.`,
      ])
      // A first start writes its key this way.
      await expect(writeOnce(join(disk, 'own.key'), 'k'.repeat(5_000), 0o600)).rejects.toMatchObject({ code: 'ENOSPC' })
      expect(readdirSync(disk).toSorted()).toEqual(['data', 'filler', 'lost+found'])
      rmSync(filler)
      backMs.push(await untilBack(lantern, load))
    }
    expect(lantern.output()).not.toContain('the database isn’t running')
    await load.stop()
    await lantern.stop()
    await compare(load, join(data, 'demo'), lantern.output())
    note(
      `disk full ${times} times: ${load.acknowledged.size} writes, 0 lost, 0 double, ${load.failures.length} tries answered 503, ` +
        `${reads} reads meanwhile, 0 failed, writes again after at most ${Math.round(Math.max(...backMs))} ms`,
    )
    unmount(disk)
  },
)

test(
  'a disk that becomes read-only costs no acknowledged write, and Lantern recovers on its own',
  { timeout: 900_000 },
  async () => {
    const disk = join(place, 'readOnly')
    const image = newDisk('readOnly')
    mount(image, disk)
    const data = join(disk, 'data')
    const lantern = await start(data)
    const load = await mixedLoad(() => lantern.origin)
    const backMs: number[] = []
    for (let time = 0; time < times; time += 1) {
      await pause(2_000)
      // The kernel treats this as a disk error and remounts the disk read-only, which can't be requested while files
      // are open.
      const device = run('findmnt', '--noheadings', '--output=SOURCE', disk).replace('/dev/', '')
      writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, '1')
      await expect.poll(() => ready(lantern), { interval: 50, timeout: 60_000 }).toBe('The database does not answer.')
      expect((await fetch(`${lantern.origin}/healthz`)).status).toBe(200)
      await pause(awayMs)
      // Someone repairs the disk.
      await expect.poll(() => unmountIfQuiet(disk), { timeout: 60_000 }).toBe(true)
      expect(readdirSync(disk)).toEqual([])
      spawnSync('e2fsck', ['-f', '-y', image])
      mount(image, disk)
      backMs.push(await untilBack(lantern, load))
    }
    await load.stop()
    await lantern.stop()
    await compare(load, join(data, 'demo'), lantern.output())
    note(
      `disk read-only ${times} times: ${load.acknowledged.size} writes, 0 lost, 0 double, ${load.failures.length} tries answered 503, ` +
        `writes again after at most ${Math.round(Math.max(...backMs))} ms`,
    )
    unmount(disk)
  },
)

const unmountIfQuiet = (folder: string): boolean => {
  try {
    unmount(folder)
    return true
  } catch {
    return false
  }
}
