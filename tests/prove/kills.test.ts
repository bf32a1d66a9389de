import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { reachPostgres } from '#server/platform/postgres.ts'
import { type Running, startLantern } from '../../scripts/bench/lantern.ts'
import { startPostgres15 } from '../../scripts/prove/postgres15.ts'
import { freePort } from '#tests/ports.ts'
import { scratch } from '#tests/scratch.ts'
import { note } from './figures.ts'
import { allThereOnce, mixedLoad, recorded, wrongIn } from './mixedLoad.ts'

// Lantern is killed again and again while people write and read.

const kills = Number(process.env['KILLS'] ?? '100')

const kinds = {
  async 'the embedded database'(folder: string) {
    return {
      settings: {},
      reach: () => reachPostgres(join(folder, 'demo')),
      stop: async () => undefined,
    }
  },
  async 'a PostgreSQL server'(_folder: string) {
    const { url, stop } = await startPostgres15()
    return { settings: { DATABASE_URL: url }, reach: async () => ({ url, stop: async () => undefined }), stop }
  },
}

test.each(Object.entries(kinds))(
  `${kills} kills with %s lose no acknowledged write and repeat none`,
  { timeout: 120_000 + kills * 60_000 },
  async (name, open) => {
    const folder = await mkdtemp(join(scratch(), 'lantern-kills-'))
    const database = await open(folder)
    const port = String(await freePort())
    const begin = (): Promise<Running> => startLantern({ DATA_DIR: folder, PORT: port, ...database.settings })
    let lantern = await begin()
    const load = await mixedLoad(() => lantern.origin, { prefix: 'kill' })
    /** The intervals in which the program was dead. Only calls that began or ended in one may fail. */
    const dead: [from: number, to: number][] = []
    for (let kill = 0; kill < kills; kill += 1) {
      // The delay differs each time, so that the kill hits another moment. There is no state to wait for.
      await pause(150 + ((kill * 367) % 1_100))
      const from = performance.now()
      // Its port is free only once it is gone, which takes a moment on a busy machine.
      await lantern.kill()
      lantern = await begin()
      dead.push([from, performance.now()])
    }
    await load.stop()
    const { url, stop } = await database.reach()
    const found = await recorded(url, 'kill')
    await stop()
    expect(wrongIn(found, load.acknowledged)).toEqual(allThereOnce)
    expect(load.acknowledged.size).toBeGreaterThan(kills)
    const wasDead = (at: number) => dead.some(([from, to]) => from <= at && at <= to)
    // A call that is refused just before the program opens again may be reported just after.
    expect(load.failures.filter(({ begun, at }) => !wasDead(begun) && !wasDead(at))).toEqual([])
    note(`${name}: ${kills} kills, ${load.acknowledged.size} writes, 0 lost, 0 double`)
    await lantern.stop()
    await database.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  },
)
