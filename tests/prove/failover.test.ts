import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startLantern } from '../../scripts/bench/lantern.ts'
import { leaderSeconds, startCluster } from '../../scripts/prove/patroni.ts'
import { scratch } from '#tests/scratch.ts'
import { note } from './figures.ts'
import { allThereOnce, mixedLoad, recorded, wrongIn } from './mixedLoad.ts'

// PostgreSQL with a synchronous replica under Patroni, behind HAProxy: the primary fails while people write.

test(
  'when the primary fails, no acknowledged write is lost, and Lantern continues with the next primary',
  {
    timeout: 900_000,
  },
  async () => {
    const folder = await mkdtemp(join(scratch(), 'lantern-failover-'))
    const cluster = await startCluster()
    const lantern = await startLantern({ DATA_DIR: folder, DATABASE_URL: cluster.url })
    const load = await mixedLoad(() => lantern.origin)
    await pause(5_000)
    const before = await cluster.primary()
    const done = load.acknowledged.size
    expect(done).toBeGreaterThan(0)
    expect(load.failures).toEqual([])

    const from = performance.now()
    await cluster.killPrimary()
    await expect.poll(cluster.primary, { timeout: 120_000, interval: 100 }).not.toBeNull()
    const electedMs = performance.now() - from
    const atElection = load.acknowledged.size
    await expect.poll(() => load.acknowledged.size, { timeout: 60_000, interval: 20 }).toBeGreaterThan(atElection)
    const writesMs = performance.now() - from
    expect(await cluster.primary()).not.toBe(before)
    cluster.revive()
    await expect.poll(cluster.isSynchronous, { timeout: 120_000 }).toBe(true)
    await load.stop()

    const at = load.failures.map(each => each.at)
    expect(wrongIn(await recorded(cluster.url), load.acknowledged)).toEqual(allThereOnce)
    note(
      `next primary after ${(electedMs / 1000).toFixed(1)} s (its key lives ${leaderSeconds} s), writes again after ` +
        `${(writesMs / 1000).toFixed(1)} s, last failed try after ${((Math.max(...at) - from) / 1000).toFixed(1)} s; ` +
        `${load.acknowledged.size} writes, 0 lost, 0 double`,
    )
    process.stdout.write(`${(await cluster.story()).join('\n')}\n`)
    await lantern.stop()
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  },
)
