import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { childrenOf, type Running, signIn, startLantern } from '../../scripts/bench/lantern.ts'
import { startPostgres15 } from '../../scripts/prove/postgres15.ts'
import { scratch } from '#tests/scratch.ts'
import { note, quantile } from './figures.ts'
import { allThereOnce, mixedLoad, recorded, wrongIn } from './mixedLoad.ts'

// Three processes on one PostgreSQL server and one port, restarted and killed while people write, read and listen.

const processes = 3
const metricsToken = 'a-token-of-this-check'
let folder: string
let postgres: Awaited<ReturnType<typeof startPostgres15>>
let lantern: Running

beforeAll(async () => {
  folder = await mkdtemp(join(scratch(), 'lantern-processes-'))
  postgres = await startPostgres15()
  lantern = await startLantern({
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    PROCESSES: String(processes),
    METRICS_TOKEN: metricsToken,
  })
})
afterAll(async () => {
  await lantern.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The number of processes that answer. Each new connection reaches another process. */
const answering = async (): Promise<number> => {
  const numbers = new Set<string>()
  for (let asked = 0; asked < 3 * processes; asked += 1) {
    // A connection to a process that is killed before it accepts is neither answered nor closed.
    const text = await fetch(`${lantern.origin}/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}`, connection: 'close' },
      signal: AbortSignal.timeout(10_000),
    }).then(
      answer => answer.text(),
      () => '',
    )
    const number = /^lantern_uptime_seconds\{process="(\d)"\}/m.exec(text)?.[1]
    if (number !== undefined) numbers.add(number)
  }
  return numbers.size
}
const everyOneAnswers = () => expect.poll(answering, { timeout: 180_000, interval: 200 }).toBe(processes)

/** Listens as a browser does, reconnecting when its stream ends, and counts the updates about payments. */
const listen = (cookie: string) => {
  const end = new AbortController()
  const heard = { news: 0, streams: 0 }
  const over = (async () => {
    while (!end.signal.aborted) {
      try {
        const answer = await fetch(`${lantern.origin}/live`, { headers: { cookie }, signal: end.signal })
        heard.streams += 1
        for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream()))
          heard.news += chunk.match(/"slice":"payments"/g)?.length ?? 0
      } catch {
        if (!end.signal.aborted) await pause(100)
      }
    }
  })()
  return {
    heard,
    stop: async () => {
      end.abort()
      await over
    },
  }
}

test(
  'three processes on one port lose no call when restarted, and no acknowledged write when one is killed',
  {
    timeout: 600_000,
  },
  async () => {
    await everyOneAnswers()
    const { cookie } = await signIn(lantern.origin, 'office')
    const listeners = Array.from({ length: 2 * processes }, () => listen(cookie))
    const load = await mixedLoad(() => lantern.origin)

    for (const pid of childrenOf(lantern.pid)) {
      process.kill(pid, 'SIGTERM')
      await expect.poll(() => childrenOf(lantern.pid), { timeout: 180_000 }).not.toContain(pid)
      await everyOneAnswers()
    }
    expect(load.failures).toEqual([])
    process.kill(lantern.pid, 'SIGUSR2')
    await expect.poll(lantern.output, { timeout: 300_000 }).toContain('All processes have been restarted')
    await everyOneAnswers()
    expect(load.failures).toEqual([])
    const [restarted, slowest] = [load.took.length, Math.max(...load.took)]

    process.kill(childrenOf(lantern.pid)[0]!, 'SIGKILL')
    await everyOneAnswers()
    await load.stop()
    // By now everyone listens again, on any process.
    const before = listeners.map(({ heard }) => heard.news)
    const last = await mixedLoad(() => lantern.origin, { writers: 1, readers: 0, prefix: 'last' })
    await expect.poll(() => listeners.filter(({ heard }, at) => heard.news > before[at]!).length).toBe(listeners.length)
    await last.stop()
    for (const { stop } of listeners) await stop()

    expect(wrongIn(await recorded(postgres.url), load.acknowledged)).toEqual(allThereOnce)
    expect(load.acknowledged.size).toBeGreaterThan(100)
    note(
      `${restarted} calls during 6 restarts, 0 failed, slowest ${Math.round(slowest)} ms, p99 ${Math.round(quantile(load.took, 0.99))} ms; ` +
        `${load.failures.length} broken by kill -9, ${load.acknowledged.size} writes, 0 lost, 0 double`,
    )
  },
)
