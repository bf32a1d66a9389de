import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { childrenOf, isRunning, memoryOf, startLantern } from './lantern.ts'
import { type Line, median } from './table.ts'

/** How often is looked whether a process has gone. */
const lookMs = 5

/** A row of seconds against the longest that they may be. */
const secondsLine = (goal: string, ms: number, most: number): Line => ({
  goal,
  measured: `${(ms / 1000).toFixed(2)} s`,
  target: `≤ ${most} s`,
  value: ms / 1000,
  isMet: ms / 1000 <= most,
})

/** A row of megabytes against what they stay below. */
const memoryLine = (goal: string, megabytes: number, below: number): Line => ({
  goal,
  measured: `${megabytes.toFixed(0)} MB`,
  target: `< ${below} MB`,
  value: megabytes,
  isMet: megabytes < below,
})

/** Fills the demo school in an empty folder and stops it; answers how long that took, in milliseconds. */
export const fillDemo = async (DATA_DIR: string): Promise<number> => {
  const first = await startLantern({ DATA_DIR })
  await first.stop()
  return first.startMs
}

/**
 * How long a start takes on empty folders and on existing data, also after the server was killed, and what an idle demo
 * holds in memory after `quietMs`, when the first work of jobs and the collector is done. `DATA_DIR` has the demo school,
 * which took `fillMs` to fill.
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
    secondsLine('start on an empty folder, with migrations', median(fresh), 4),
    secondsLine('demo school filled, from an empty folder', fillMs, 8),
    secondsLine('start on existing data', median(times), 0.5),
    secondsLine('server killed, until its database is gone', median(gone), 1),
    secondsLine('server killed, until it serves again', median(again), 1),
    memoryLine('memory of the idle server', server, 150),
    memoryLine('memory of its database', database, 60),
  ]
}
