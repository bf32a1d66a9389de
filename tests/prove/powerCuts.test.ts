import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, constants, copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '#server/platform/postgres.ts'
import { startLantern } from '../../scripts/bench/lantern.ts'
import { freePort } from '#tests/ports.ts'
import { scratch } from '#tests/scratch.ts'
import { note } from './figures.ts'
import { allThereOnce, mixedLoad, recorded, wrongIn } from './mixedLoad.ts'

// Lantern on a separate disk (an ext4 file system in a file). The file is cloned at one instant while Lantern writes.
// The clone is what the disk would contain after a power failure at that instant, without anything that was only in
// memory.

const cuts = Number(process.env['CUTS'] ?? '50')
const [ofFirstStart, ofFirstSeconds, later] = [Math.ceil(cuts / 5), Math.floor((cuts * 3) / 10), Math.floor(cuts / 2)]
const lateMs = 30_000

let place: string
const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' })
const at = (...path: string[]) => join(place, ...path)
const mounted: string[] = []
const mount = (image: string, name: string): string => {
  const folder = at(name)
  mkdirSync(folder, { recursive: true })
  run('mount', '-o', 'loop', image, folder)
  mounted.push(folder)
  chmodSync(folder, 0o755)
  return folder
}
const unmount = (folder: string) => {
  run('umount', folder)
  mounted.splice(mounted.indexOf(folder), 1)
}
const newDisk = (name: string): string => {
  const image = at('outer', name)
  run('truncate', '--size=700M', image)
  run('mkfs.ext4', '-q', '-F', image)
  return image
}
/** Clones the disk as it is at this instant. */
const cut = (image: string, name: string): string => {
  const clone = at('outer', name)
  copyFileSync(image, clone, constants.COPYFILE_FICLONE_FORCE)
  return clone
}

beforeAll(async () => {
  place = await mkdtemp(join(scratch(), 'lantern-power-'))
  chmodSync(place, 0o755)
  // XFS clones a file of any size in an instant.
  run('truncate', '--size=16G', at('outer.img'))
  run('mkfs.xfs', '-q', at('outer.img'))
  mount(at('outer.img'), 'outer')
})
afterAll(() => {
  for (const folder of mounted.toReversed()) run('umount', '--lazy', folder)
  rmSync(place, { recursive: true, force: true })
})

/** Starts Lantern as `npm start` does. `settled` returns its output once it is open or has ended. */
const start = async (dataDir: string) => {
  const port = String(await freePort())
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: port, HOST: '127.0.0.1' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'exit')
  const settled = async (): Promise<string> => {
    while (child.exitCode === null && !said.includes('enter the code')) await pause(100)
    return said
  }
  const kill = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    await ended
  }
  return { settled, kill }
}

test(
  `after each of ${ofFirstStart} power cuts during the very first start, the next start opens`,
  {
    timeout: ofFirstStart * 120_000,
  },
  async () => {
    for (let n = 0; n < ofFirstStart; n += 1) {
      const image = newDisk('first.img')
      const disk = mount(image, 'first')
      const first = await start(join(disk, 'data'))
      await pause(200 + ((n * 1_237) % 8_000))
      const clone = cut(image, 'after.img')
      await first.kill('SIGKILL')
      // The disk is busy until the watchdog has taken the database down.
      await expect.poll(() => unmountIfQuiet(disk), { timeout: 20_000 }).toBe(true)
      const after = mount(clone, 'after')
      const next = await start(join(after, 'data'))
      expect(await next.settled()).toContain('enter the code')
      await next.kill('SIGTERM')
      await expect.poll(() => unmountIfQuiet(after), { timeout: 20_000 }).toBe(true)
      rmSync(clone)
      rmSync(image)
    }
    note(`${ofFirstStart} power cuts during the first start: each next start opened`)
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

test(
  `${ofFirstSeconds + later} power cuts while people write lose no acknowledged write`,
  {
    timeout: 300_000 + cuts * 60_000,
  },
  async () => {
    const image = newDisk('school.img')
    const disk = mount(image, 'school')
    const lantern = await startLantern({ DATA_DIR: join(disk, 'data') })
    const load = await mixedLoad(() => lantern.origin)
    const begun = performance.now()
    const taken: { clone: string; before: Set<string> }[] = []
    const takeOne = () => {
      const before = new Set(load.acknowledged)
      const clone = cut(image, `cut-${taken.length}.img`)
      taken.push({ clone, before })
    }
    for (let n = 0; n < ofFirstSeconds; n += 1) {
      await pause(500 + ((n * 733) % 1_000))
      takeOne()
    }
    await pause(Math.max(0, begun + lateMs - performance.now()))
    for (let n = 0; n < later; n += 1) {
      await pause(1_000 + ((n * 733) % 1_500))
      takeOne()
    }
    await load.stop()
    await lantern.stop()
    unmount(disk)
    let kept = 0
    for (const { clone, before } of taken) {
      const copy = mount(clone, 'copy')
      const postgres = await startPostgres({ dataDir: join(copy, 'data', 'demo') })
      const found = await recorded(postgres.url)
      await postgres.stop()
      const { lost, twice } = wrongIn(found, before)
      expect({ lost, twice }).toEqual({ lost: allThereOnce.lost, twice: allThereOnce.twice })
      kept += before.size
      unmount(copy)
      rmSync(clone)
    }
    expect(kept).toBeGreaterThan(taken.length)
    note(
      `${taken.length} power cuts while people wrote, ${later} of them after more than ${lateMs / 1000} s: ` +
        `${kept} acknowledged writes looked for, 0 lost, 0 double`,
    )
  },
)
