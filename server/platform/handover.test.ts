import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailServer, type TestMailServer } from '#tests/mailServer.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { rows } from './db.ts'
import { newId } from './ids.ts'
import { type Jobs, startJobs } from './jobs.ts'
import { sendMail } from './mail.ts'
import { sendThrough } from './mailServer.ts'
import { sealWith } from './secrets.ts'

/**
 * A letter is sent at most once. These tests cover a process or a mail server that ends between handing the letter over
 * and recording that.
 */
let s: SmallSchool
let smtp: TestMailServer
let child: ChildProcess | undefined
let jobs: Jobs | undefined
const settings = { publicUrl: 'http://localhost', isDemo: false, mail: sendThrough('', ''), secrets: sealWith() }

beforeAll(async () => {
  s = await school()
  smtp = await openMailServer(undefined, { beforeAnswer: () => child?.kill('SIGKILL') })
  settings.mail = sendThrough(`smtp://127.0.0.1:${smtp.port}`, 'office@school.example')
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await jobs?.stop()
  await smtp.close()
  await s.drop()
})

const stateOf = async () =>
  (
    await rows<{ status: string; error: string | null }>(
      s.database.db,
      sql`select status, error from mails where "to" = 'ann@home.example' and subject = 'Picnic'`,
    )
  )[0]

test('an email isn’t sent again when the process dies right after handing it over, and the office is told', async () => {
  // The row is written directly, since a queue running here would send it.
  jobs = await startJobs(s.database, s.url, s.schema, [sendMail as never], settings)
  await jobs.stop()
  const mailId = newId()
  await s.database.db.execute(
    sql`insert into mails (id, "to", subject, text, html, status) values (${mailId}::uuid, 'ann@home.example', 'Picnic', 'Come.', 'Come.', 'queued')`,
  )
  await s.database.db.execute(
    sql`insert into school_jobs.job (name, data, retry_limit, retry_delay, heartbeat_seconds) values ('mail-send', ${JSON.stringify({ mailId })}::jsonb, 5, 0, 20)`,
  )
  const arrived = smtp.next()
  child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('../../tests/sendingProcess.ts', import.meta.url)),
      s.url,
      s.schema,
      `smtp://127.0.0.1:${smtp.port}`,
    ],
    { stdio: 'ignore' },
  )
  const died = once(child, 'exit')
  await arrived
  await died
  child = undefined
  expect(await stateOf()).toEqual({ status: 'sending', error: null })

  jobs = await startJobs(s.database, s.url, s.schema, [sendMail as never], settings)
  await expect.poll(async () => (await stateOf())?.status, { timeout: 90_000, interval: 500 }).toBe('failed')
  expect((await stateOf())?.error).toMatch(/^EUNSURE/)
  const now = { now: new Date(Date.now() + 60_000) }
  expect((await s.ida.call('jobs-status', {}, now)).mails).toMatchObject([
    { id: mailId, to: 'ann@home.example', problem: 'unsure' },
  ])
  const { items } = await s.ida.call('dashboard-attention', {}, now)
  expect(items.find(({ key }) => key === 'failed')).toMatchObject({ n: 1 })
  expect(smtp.received).toHaveLength(1)
}, 150_000)

test('a connection that ends during the text leaves delivery unsure; one that ends at the greeting doesn’t', async () => {
  const { sends } = dropping()
  expect(await sends('text')).toMatch(/^EUNSURE/)
  expect(await sends('greeting')).not.toMatch(/^EUNSURE/)
})

/** Sends a letter to a server that ends the connection after the text, or right after the greeting. */
const dropping = () => ({
  async sends(at: 'text' | 'greeting'): Promise<string> {
    const server = createServer(socket => {
      socket.on('error', () => undefined)
      if (at === 'greeting') return socket.destroy()
      socket.write('220 ready\r\n')
      let isText = false
      socket.on('data', piece => {
        const line = piece.toString()
        if (isText) return socket.destroy()
        if (line.startsWith('DATA')) {
          isText = true
          socket.write('354 go on\r\n')
        } else socket.write('250 fine\r\n')
      })
      return undefined
    })
    await new Promise<void>(ready => void server.listen(0, '127.0.0.1', ready))
    const { port } = server.address() as AddressInfo
    const id = newId()
    await s.database.db.execute(
      sql`insert into mails (id, "to", subject, text, html, status) values (${id}::uuid, 'bob@home.example', 'Picnic', 'Come.', 'Come.', 'queued')`,
    )
    const mail = sendThrough(`smtp://127.0.0.1:${port}`, 'office@school.example')
    const tools = {
      database: s.database,
      settings: { ...settings, mail },
      enqueue: async () => undefined,
      touch: async () => undefined,
      signal: AbortSignal.timeout(20_000),
      now: new Date(),
    }
    await sendMail.run({ mailId: id }, tools).catch(() => undefined)
    await new Promise(done => server.close(done))
    const [found] = await rows<{ error: string | null }>(
      s.database.db,
      sql`select error from mails where id = ${id}::uuid`,
    )
    return found?.error ?? ''
  },
})
