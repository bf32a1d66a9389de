import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeBackup } from '#server/backup.ts'
import { addSchool, openDesk } from '#server/many/acts.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { keyIn } from '#server/platform/secrets.ts'
import { manySettings, password, schoolClient } from '#tests/manySchools.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { note, quantile } from './figures.ts'
import type { Asked, Looked } from './manyHost.ts'

// Many small schools in one process: their memory and time, and what one school with too many calls costs the others.
// SCHOOLS_COUNT is the number of schools, 200 by default. SCHOOLS_REST is the number of seconds without calls.

const count = Number(process.env['SCHOOLS_COUNT'] ?? 200)
const hostOf = (n: number) => `school-${n}.example`
const hosts = Array.from({ length: count }, (_, n) => hostOf(n))

let s: SmallSchool
let settings: Awaited<ReturnType<typeof manySettings>>
let child: ReturnType<typeof fork>
let origin: string

/** Sends the process a command. It answers one at a time. */
const ask = async (asked: Asked): Promise<Looked> => {
  const answered = once(child, 'message') as Promise<[Looked]>
  child.send(asked)
  return (await answered)[0]
}
const ms = (sample: readonly number[], part: number) => `${quantile(sample, part).toFixed(0)} ms`
const timed = async (work: () => Promise<{ status: number }>): Promise<{ ms: number; status: number }> => {
  const begun = performance.now()
  const { status } = await work()
  return { ms: performance.now() - begun, status }
}

beforeAll(async () => {
  s = await school()
  await s.database.db.execute(sql`update accounts set password_hash = ${await hashPassword(password)}`)
  settings = await manySettings(s.url)
  const file = join(settings.folder, 'small.backup')
  // With the host's key and without a passphrase, because hashing one would take most of the time.
  const { BACKUP_PASSPHRASE: _, ...environment } = settings.environment
  await takeBackup({ database: s.database, schema: s.schema, key: keyIn(environment.SECRET_KEY)! }, file)
  const desk = await openDesk(environment)
  const sizeOf = async () =>
    (await desk.pool.query<{ mb: number }>('select pg_database_size(current_database()) / 1e6::float8 as mb')).rows[0]!
      .mb
  const before = await sizeOf()
  const begun = performance.now()
  for (const host of hosts) await addSchool(desk, host, { from: file })
  note(
    `${count} schools added in ${((performance.now() - begun) / 1000 / count).toFixed(1)} s each, ${(((await sizeOf()) - before) / count).toFixed(1)} MB of database each`,
  )
  await desk.close()
  child = fork(fileURLToPath(new URL('manyHost.ts', import.meta.url)), {
    env: { ...process.env, ...environment },
    execArgv: ['--expose-gc'],
  })
  origin = ((await once(child, 'message')) as [{ origin: string }])[0].origin
}, 3_600_000)
afterAll(async () => {
  child.kill('SIGTERM')
  await once(child, 'exit')
  await s.drop()
  await settings.remove()
}, 600_000)

const described = ({ rss, heap }: Looked) => `${rss.toFixed(0)} MB (heap ${heap.toFixed(0)} MB)`

test(
  'all schools are opened by their first call, answer in turn, and are closed when no one needs them',
  { timeout: 1_800_000 },
  async () => {
    const started = await ask('look')
    expect(started.open).toBe(0)
    const cold: number[] = []
    for (const host of hosts) {
      const first = await timed(() => schoolClient(origin, host).call('config-get', {}))
      expect(first.status).toBe(200)
      cold.push(first.ms)
    }
    const touched = await ask('look')
    expect(touched.open).toBe(count)
    const warm: number[] = []
    for (let round = 0; round < 3; round += 1)
      for (const host of hosts) {
        const next = await timed(() => schoolClient(origin, host).call('classes-catalogue', {}))
        expect(next.status).toBe(200)
        if (round > 0) warm.push(next.ms)
      }
    const asked = await ask('look')
    const rested = await ask('rest')
    expect(rested.open).toBe(0)
    note(
      `started ${described(started)}, all opened ${described(touched)}, all asked ${described(asked)}, all closed ${described(rested)}`,
    )
    note(
      `first call p50 ${ms(cold, 0.5)}, p99 ${ms(cold, 0.99)}; next calls, school after school, p50 ${ms(warm, 0.5)}, p99 ${ms(warm, 0.99)}`,
    )
  },
)

test('measures the processor time of idle schools', { timeout: 600_000 }, async () => {
  const before = await ask('rest')
  const watchedMs = Number(process.env['SCHOOLS_REST'] ?? 120) * 1000
  await pause(watchedMs)
  const after = await ask('rest')
  note(`at rest ${(((after.cpuMs - before.cpuMs) / watchedMs) * 100).toFixed(1)} % of a core`)
})

test(
  'a school that calls without a break is told to come back, and the others are served',
  { timeout: 600_000 },
  async () => {
    const greedy = schoolClient(origin, hostOf(0))
    const { idToken: office } = await greedy.signIn('ida@school.example')
    const others = await Promise.all(
      hosts.slice(1, 6).map(async host => {
        const at = schoolClient(origin, host)
        return { at, idToken: (await at.signIn('ann@home.example')).idToken }
      }),
    )
    /** Opens Ann's home page at each of five schools, one after the other. */
    const lookAround = async (rounds: number) => {
      const sample: number[] = []
      let failed = 0
      for (let round = 0; round < rounds; round += 1)
        for (const { at, idToken } of others) {
          const looked = await timed(() => at.call('parents-home', {}, idToken))
          sample.push(looked.ms)
          if (looked.status !== 200) failed += 1
        }
      return { sample, failed }
    }
    await lookAround(5)
    const alone = await lookAround(40)
    const rush = { served: 0, turnedAway: 0 }
    let isOver = false
    const rushing = Array.from({ length: 64 }, async () => {
      while (!isOver) {
        const { status } = await greedy.call('parents-list', {}, office)
        if (status === 200) rush.served += 1
        if (status === 503) rush.turnedAway += 1
      }
    })
    const beside = await lookAround(40)
    isOver = true
    await Promise.all(rushing)
    expect(alone.failed).toBe(0)
    expect(beside.failed).toBe(0)
    expect(rush.served).toBeGreaterThan(0)
    expect(rush.turnedAway).toBeGreaterThan(0)
    note(
      `a parent at five schools p50 ${ms(alone.sample, 0.5)}, p99 ${ms(alone.sample, 0.99)}; beside 64 callers of one school p50 ${ms(beside.sample, 0.5)}, p99 ${ms(beside.sample, 0.99)}, 0 of ${beside.sample.length} failed (of the 64: ${rush.served} served, ${rush.turnedAway} told to come back)`,
    )
  },
)
