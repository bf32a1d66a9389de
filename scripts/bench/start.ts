import { setTimeout as pause } from 'node:timers/promises'
import { childrenOf, memoryOf, startLantern } from './lantern.ts'
import { type Line, median } from './table.ts'

const starts = 3
/** After the first minute's work of jobs and the collector. */
const quietMs = 10_000

/** How long a start takes on an empty folder and on existing data, and what an idle demo holds in memory. */
export const measureStart = async (dataDir: string): Promise<Line[]> => {
  const first = await startLantern({ DATA_DIR: dataDir })
  await first.stop()
  const times: number[] = []
  let server = 0
  let database = 0
  for (let turn = 1; turn <= starts; turn += 1) {
    const again = await startLantern({ DATA_DIR: dataDir })
    times.push(again.startMs)
    if (turn === starts) {
      await pause(quietMs)
      server = memoryOf(again.pid)
      database = childrenOf(again.pid).reduce((sum, pid) => sum + memoryOf(pid), 0)
    }
    await again.stop()
  }
  return [
    {
      goal: 'demo school filled, from an empty folder',
      measured: `${(first.startMs / 1000).toFixed(1)} s`,
      target: '—',
    },
    { goal: 'start on existing data', measured: `${(median(times) / 1000).toFixed(2)} s`, target: '≤ 0.5 s' },
    { goal: 'memory of the idle server', measured: `${server.toFixed(0)} MB`, target: '< 150 MB' },
    { goal: 'memory of its database', measured: `${database.toFixed(0)} MB`, target: '< 60 MB' },
  ]
}
