import { cpuUsage, memoryUsage } from 'node:process'
import { readSettings } from '#server/env.ts'
import { openHost } from '#server/many/host.ts'

/** The commands that the check sends to this process, and the answer. */
export type Asked = 'rest' | 'look'
export type Looked = { open: number; rss: number; heap: number; cpuMs: number }

// A host with many schools in a separate process, for `schools.test.ts`, without rate limits for callers.
const env = readSettings(process.env)
const host = await openHost({
  env,
  url: env.DATABASE_URL!,
  isPaced: false,
  isFurther: false,
  isShared: false,
  say: () => undefined,
})
const tell = (told: { origin: string } | Looked): void => void process.send?.(told)
process.on('message', (asked: Asked) => {
  void (async () => {
    if (asked === 'rest') await host.rest(0)
    globalThis.gc?.()
    const { rss, heapUsed } = memoryUsage()
    const { user, system } = cpuUsage()
    tell({ open: host.count().open, rss: rss / 1e6, heap: heapUsed / 1e6, cpuMs: (user + system) / 1000 })
  })()
})
process.once('SIGTERM', () => void host.stop().then(() => process.exit(0)))
tell({ origin: await host.listen({ port: 0, host: '127.0.0.1' }) })
