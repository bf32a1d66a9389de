import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { childrenOf, isRunning, memoryOf, startLantern } from './lantern.ts'
import { type Line, limitLine, median } from './table.ts'

/** The interval, in milliseconds, for checking whether a process has ended. */
const lookMs = 5

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
const megabytes = (value: number): string => `${value.toFixed(0)} MB`

/** Fills the demo school in an empty folder and stops it. Returns how long that took, in milliseconds. */
export const fillDemo = async (DATA_DIR: string): Promise<number> => {
  const first = await startLantern({ DATA_DIR })
  await first.stop()
  return first.startMs
}

/**
 * Measures how long a start takes on empty folders and on existing data, also after the server was killed, and how much
 * memory an idle demo uses after `quietMs` milliseconds, when the first jobs and garbage collections are done.
 * `DATA_DIR` contains the demo school, which took `fillMs` milliseconds to fill.
 */
export const measureStart = async (
  folder: string,
  { DATA_DIR, fillMs, starts, quietMs }: { DATA_DIR: string; fillMs: number; starts: number; quietMs: number },
): Promise<Line[]> => {
  const fresh: number[] = []
  for (let turn = 1; turn <= starts; turn += 1) {
    const school = await startLantern({ DATA_DIR: join(folder, `school ${turn}`) }, 'school')
    fresh.push(school.startMs)
    await school.stop()
  }
  const times: number[] = []
  const gone: number[] = []
  const again: number[] = []
  let server = 0
  let database = 0
  for (let turn = 1; turn <= starts; turn += 1) {
    const lantern = await startLantern({ DATA_DIR })
    times.push(lantern.startMs)
    if (turn === starts) {
      await pause(quietMs)
      server = memoryOf(lantern.pid)
      database = childrenOf(lantern.pid).reduce((sum, pid) => sum + memoryOf(pid), 0)
    }
    const children = childrenOf(lantern.pid)
    const killed = performance.now()
    await lantern.kill()
    while (children.some(isRunning)) await pause(lookMs)
    gone.push(performance.now() - killed)
    const next = await startLantern({ DATA_DIR })
    again.push(performance.now() - killed)
    await next.stop()
  }
  return [
    limitLine('start on an empty folder, with migrations', median(fresh), { most: 4_000 }, seconds),
    limitLine('demo school filled, from an empty folder', fillMs, { most: 8_000 }, seconds),
    limitLine('start on existing data', median(times), { most: 500 }, seconds),
    limitLine('server killed, until its database is gone', median(gone), { most: 1_000 }, seconds),
    limitLine('server killed, until it serves again', median(again), { most: 1_000 }, seconds),
    limitLine('memory of the idle server', server, { below: 150 }, megabytes),
    limitLine('memory of its database', database, { below: 60 }, megabytes),
  ]
}
