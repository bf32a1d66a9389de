import { Agent, get, type IncomingMessage } from 'node:http'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { announce } from '#server/platform/live.ts'
import { memoryOf, type Running, signIn } from './lantern.ts'
import { type Line, limitLine } from './table.ts'

const goal = 20_000
/** File descriptors reserved for everything else in the process and its database. */
const others = 1_000
/** The number of streams that the system's limit of open files allows. */
const most = (): number => {
  const [, hard] = /^Max open files\s+\w+\s+(\w+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return (Number(hard) || Number.POSITIVE_INFINITY) - others
}
const settleMs = 3000
const longestMs = 10_000

/**
 * Measures the cost of thousands of open event streams, and how soon all of them hear of a change. A short run opens
 * fewer.
 */
export const measureStreams = async (
  { origin, pid }: Running,
  url: string,
  schema: string,
  isShort: boolean,
): Promise<Line[]> => {
  const { cookie } = await signIn(origin, 'parent')
  const many = Math.min(isShort ? goal / 4 : goal, most())
  const { port } = new URL(origin)
  const agent = new Agent({ keepAlive: true, maxSockets: many })
  const before = memoryOf(pid)
  const streams: IncomingMessage[] = []
  const open = () =>
    new Promise<void>((done, failed) => {
      get({ host: '127.0.0.1', port, path: '/live', agent, headers: { cookie } }, stream => {
        streams.push(stream)
        stream.once('data', () => done())
        stream.on('error', () => undefined)
      }).on('error', failed)
    })
  for (let opened = 0; opened < many; opened += 100) await Promise.all(Array.from({ length: 100 }, open))
  await pause(settleMs)
  const after = memoryOf(pid)

  let heard = 0
  const all = new Promise<void>(done => {
    for (const stream of streams)
      stream.once('data', () => {
        heard += 1
        if (heard === many) done()
      })
  })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const begun = performance.now()
  await announce(client, [{ slices: ['config'] }], schema)
  await Promise.race([all, pause(longestMs)])
  const told = performance.now() - begun
  await client.end()
  agent.destroy()
  return [
    limitLine(
      `${many} open event streams`,
      after - before,
      { below: (200 * many) / goal },
      value => `${value.toFixed(0)} MB more`,
    ),
    limitLine('a change is known to all of them', told, { below: 1_000 }, ms => `${(ms / 1000).toFixed(2)} s`, {
      ...(heard < many && { measured: `to ${heard} of ${many} after ${longestMs / 1000} s` }),
    }),
  ]
}
