import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { signIn, startLantern } from '../../scripts/bench/lantern.ts'
import { startPostgres15 } from '../../scripts/prove/postgres15.ts'
import { openMailServer } from '#tests/mailServer.ts'
import { scratch } from '#tests/scratch.ts'
import { note } from './figures.ts'
import { allThereOnce, mixedLoad, recorded, wrongIn } from './mixedLoad.ts'

// Services that Lantern depends on fail for a while and come back.

const losses = 5
const awayMs = 4_000
const mailDelayMs = 45_000

const ready = async (origin: string): Promise<string> => (await fetch(`${origin}/readyz`)).text()

test(
  'a database outage costs no acknowledged write, and Lantern reports it and recovers on its own',
  {
    timeout: 600_000,
  },
  async () => {
    const folder = await mkdtemp(join(scratch(), 'lantern-faults-'))
    const postgres = await startPostgres15({ durable: true })
    const lantern = await startLantern({ DATA_DIR: folder, DATABASE_URL: postgres.url })
    const load = await mixedLoad(() => lantern.origin)
    const backMs: number[] = []
    for (let loss = 0; loss < losses; loss += 1) {
      await pause(2_000)
      await postgres.crash()
      await expect.poll(() => ready(lantern.origin)).toBe('The database does not answer.')
      expect((await fetch(`${lantern.origin}/healthz`)).status).toBe(200)
      await pause(awayMs)
      await postgres.begin()
      const from = performance.now()
      await expect.poll(() => ready(lantern.origin), { interval: 50 }).toBe('ready')
      const done = load.acknowledged.size
      await expect.poll(() => load.acknowledged.size, { interval: 50 }).toBeGreaterThan(done)
      backMs.push(performance.now() - from)
    }
    await load.stop()
    expect(wrongIn(await recorded(postgres.url), load.acknowledged)).toEqual(allThereOnce)
    // Failed calls were only told to try again, and none was cut off.
    const odd = load.failures.filter(({ why }) => !/answered 503.*"BUSY"/.test(why))
    expect(odd).toEqual([])
    note(
      `database lost ${losses} times: ${load.acknowledged.size} writes, 0 lost, 0 double, ${load.failures.length} tries answered 503, ` +
        `writes again after at most ${Math.round(Math.max(...backMs))} ms`,
    )
    await lantern.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  },
)

test('a slow mail server makes no call fail, and gets an email only once', { timeout: 400_000 }, async () => {
  const folder = await mkdtemp(join(scratch(), 'lantern-faults-'))
  const mail = await openMailServer(undefined, { delayMs: mailDelayMs })
  const lantern = await startLantern({
    DATA_DIR: folder,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'office@lakeside.example',
  })
  const load = await mixedLoad(() => lantern.origin, { writers: 2, readers: 1 })
  const resets = () =>
    mail.received.filter(({ to }) => to?.some(({ address }) => address === 'parent@lakeside.example'))
  const before = resets().length
  const asked = await fetch(
    `${lantern.origin}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=lantern-web`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requestType: 'PASSWORD_RESET', email: 'parent@lakeside.example' }),
    },
  )
  expect(asked.status).toBe(200)
  await expect.poll(() => resets().length, { timeout: 120_000 }).toBe(before + 1)
  expect((await signIn(lantern.origin, 'teacher')).idToken).toEqual(expect.any(String))
  // Waits twice as long as the mail server delays its answer.
  await pause(2 * mailDelayMs)
  expect(resets()).toHaveLength(before + 1)
  await load.stop()
  expect(load.failures).toEqual([])
  note(`mail server ${mailDelayMs / 1000} s slow: ${load.took.length} calls meanwhile, 0 failed, the letter came once`)
  await lantern.stop()
  await mail.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})
