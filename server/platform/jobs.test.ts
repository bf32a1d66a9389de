import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '#tests/database-fixture.ts'
import { rows } from './db.ts'
import { type Job, type Jobs, startJobs } from './jobs.ts'
import { keepMails } from './mailServer.ts'
import { sealWith } from './secrets.ts'

let fresh: FreshDatabase
let jobs: Jobs
const ran: number[] = []
const counted: Job<{ n: number }> = {
  name: 'counted',
  async run({ n }) {
    ran.push(n)
    if (n === 3 && ran.filter(each => each === 3).length === 1) throw new Error('not this time')
  },
}
const settings = { publicUrl: 'http://localhost', isDemo: false, mail: keepMails, secrets: sealWith() }
const start = () => startJobs(fresh.database, fresh.url, fresh.schema, [counted as never], settings)

beforeAll(async () => {
  fresh = await freshDatabase()
  jobs = await start()
})
afterAll(async () => {
  await jobs.stop()
  await fresh.drop()
})

const inQueue = (query: ReturnType<typeof sql>) => rows<Record<string, unknown>>(fresh.database.db, query)

test('a hundred jobs run once each, and one failure affects no other', async () => {
  await fresh.database.transaction(async (_db, client) => {
    for (let n = 0; n < 100; n += 1) await jobs.enqueue(client, counted, { n })
  })
  await expect.poll(() => new Set(ran).size, { timeout: 30_000 }).toBe(100)
  const states = await inQueue(
    sql`select state::text, count(*)::int as n from school_jobs.job where name = 'counted' group by 1 order by 1`,
  )
  await expect
    .poll(() => inQueue(sql`select 1 as one from school_jobs.job where name = 'counted' and state = 'active'`))
    .toEqual([])
  expect(ran).toHaveLength(100)
  expect(states.map(({ state }) => state)).not.toContain('failed')
  expect(await inQueue(sql`select data from school_jobs.job where name = 'counted' and state = 'retry'`)).toEqual([
    { data: { n: 3 } },
  ])
})

test('a job held by a dead process is taken over by another', async () => {
  await jobs.stop()
  // The state left by a process that was killed a minute ago.
  await inQueue(sql`insert into school_jobs.job (name, data, state, started_on, heartbeat_on, heartbeat_seconds, retry_limit, retry_delay, retry_count)
    values ('counted', '{"n":777}', 'active', now() - interval '1 minute', now() - interval '1 minute', 20, 5, 0, 0)`)
  jobs = await start()
  await expect.poll(() => ran.filter(n => n === 777).length, { timeout: 60_000 }).toBe(1)
})
