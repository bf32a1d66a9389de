import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openCallers } from '#server/access/identity/callers.ts'
import { startHearing } from '#server/hearing.ts'
import { openHouse } from '#server/house.ts'
import { buildHttp } from '#server/http.ts'
import { realClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db.ts'
import { startJobs } from '#server/platform/jobs.ts'
import { keepMails } from '#server/platform/mailServer.ts'
import { testSeal } from './testKey.ts'

/**
 * A cache lifetime in milliseconds that is long enough for a test to see that something other than its expiry makes a
 * process forget.
 */
export const longMemoryMs = 600_000

/** Serves a school's database in a separate process, which caches callers until it is told of a change. */
export const startOtherProcess = async (
  url: string,
  schema: string,
): Promise<{ origin: string; stop(): Promise<void> }> => {
  const child = fork(fileURLToPath(import.meta.url), [url, schema], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [origin] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The other process has ended with ${code}`)
    }),
  ])) as [string]
  return {
    origin,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const serve = async (url: string, schema: string): Promise<void> => {
  const database = openDatabase(url, schema, { secrets: testSeal })
  const settings = { publicUrl: 'http://localhost:3000', isDemo: false, mail: keepMails, secrets: database.secrets }
  const jobs = await startJobs(database, url, schema, [], settings, realClock)
  const house = { database, schema, settings, jobs, clock: realClock }
  const app = buildHttp({
    ...house,
    ...(await startHearing(database, schema, openCallers(longMemoryMs))),
    door: openHouse(house),
    enumerationProtection: true,
    proxies: 0,
    isPaced: false,
    attestation: { mode: 'off' },
  })
  process.send!(await app.listen({ port: 0, host: '127.0.0.1' }))
}
if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) await serve(process.argv[2]!, process.argv[3]!)
