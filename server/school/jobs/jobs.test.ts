import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobNames } from '#contract/school/jobs.ts'
import { jobs as allJobs } from '#server/functions.ts'
import { rows } from '#server/platform/db.ts'
import { type Job, startJobs } from '#server/platform/jobs.ts'
import { postAll } from '#server/platform/mail.ts'
import { sendThrough } from '#server/platform/mailServer.ts'
import { openMailServer } from '#tests/mailServer.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(async () => {
  await s.database.db.execute(sql.raw(`drop schema if exists "${s.schema}_jobs" cascade`))
  await s.drop()
})

const status = () => s.ida.call('jobs-status', {})

test('every kind of background work has a name on the office’s page', () => {
  expect(allJobs.map(({ name }) => name).toSorted()).toEqual([...jobNames].toSorted())
})

test('work that failed for good is listed with its reason, and can be retried once', async () => {
  const ran: string[] = []
  // Uses the name of an existing job, so that the button finds it.
  const broken: Job<{ eventId: string }> = {
    name: 'events-tell-cancelled',
    run: async ({ eventId }) => {
      ran.push(eventId)
      throw new Error('Failed query: select $1 params: Mia', { cause: new Error('connect ECONNREFUSED 127.0.0.1:443') })
    },
  }
  const queue = await startJobs(s.database, s.url, s.schema, [broken as never], s.settings)
  const eventId = '00000000-0000-7000-8000-000000000001'
  try {
    await s.database.transaction((_db, client) => queue.enqueue(client, broken, { eventId }))
    await expect.poll(() => ran.length, { timeout: 20_000 }).toBe(1)
    // The five retry delays grow to minutes. After the first has started, this ends the last one.
    const overNow = sql.raw(
      `update "${s.schema}_jobs".job set retry_count = retry_limit, start_after = now() where name = 'events-tell-cancelled' and state = 'retry'`,
    )
    await expect.poll(async () => (await s.database.db.execute(overNow)).rowCount, { timeout: 20_000 }).toBe(1)
    await expect.poll(async () => (await status()).nFailures, { timeout: 30_000 }).toBe(1)
  } finally {
    await queue.stop()
  }
  const { failures } = await status()
  expect(failures).toMatchObject([
    { name: 'events-tell-cancelled', problem: 'network', error: 'connect ECONNREFUSED 127.0.0.1:443' },
  ])
  const { items } = await s.ida.call('dashboard-attention', {})
  expect(items.find(({ key }) => key === 'jobs')).toMatchObject({ n: 1 })
  await expect(s.ann.call('jobs-status', {})).rejects.toMatchObject({ code: 'permission-denied' })
  await expect(s.tom.call('jobs-retry', { id: failures[0]!.id })).rejects.toMatchObject({ code: 'permission-denied' })

  // The school's real job finds no such event and succeeds.
  await s.ida.call('jobs-retry', { id: failures[0]!.id })
  expect((await status()).failures).toEqual([])
  await expect(s.ida.call('jobs-retry', { id: failures[0]!.id })).rejects.toMatchObject({ code: 'not-found' })
})

test('a large sending is counted, and queued apart from single emails', async () => {
  const lines: string[] = []
  const server = await openMailServer()
  const settings = { ...s.settings, mail: sendThrough(`smtp://127.0.0.1:${server.port}`, 'office@school.example') }
  const enqueue = async ({ name }: { name: string }) => void lines.push(name)
  const letter = (n: number) => ({ to: `p${n}@home.example`, subject: 'Picnic on Sunday', paragraphs: ['Come.'] })
  const post = (n: number) =>
    s.database.transaction(db =>
      postAll(
        { db, settings, enqueue },
        Array.from({ length: n }, (_, at) => letter(at)),
      ),
    )
  const ids = await post(2000)
  expect(new Set(lines)).toEqual(new Set(['mail-send-many']))
  lines.length = 0
  const [alone] = await post(1)
  expect(lines).toEqual(['mail-send'])

  const set = (text: string, list: readonly string[]) =>
    s.database.db.execute(sql`update mails set ${sql.raw(text)} where id in ${list}`)
  await set("status = 'sent'", ids.slice(0, 1200))
  await set("status = 'failed', error = 'EENVELOPE: no such person'", ids.slice(1200, 1202))
  await set("status = 'failed', error = 'EUNSURE: the process ended'", ids.slice(1202, 1203))
  await set("status = 'sending'", ids.slice(1203, 1204))
  const { sendings, mails, nMails } = await status()
  expect(sendings).toMatchObject([{ subject: 'Picnic on Sunday', waiting: 797, sent: 1200, failed: 3, kept: 0 }])
  expect(nMails).toBe(3)
  expect(mails.map(({ problem }) => problem).toSorted()).toEqual(['refused', 'refused', 'unsure'])

  // Resending all leaves out emails that may have arrived; those are resent only on request.
  s.settings.mail = settings.mail
  expect(await s.ida.call('jobs-resend', {})).toEqual({ mails: 2 })
  expect((await status()).mails.map(({ problem }) => problem)).toEqual(['unsure'])
  expect(server.received).toHaveLength(2)
  expect(await s.ida.call('jobs-resend', { id: ids[1202]! })).toEqual({ mails: 1 })
  expect(server.received).toHaveLength(3)
  await expect(s.ida.call('jobs-resend', { id: alone! })).rejects.toMatchObject({ code: 'not-found' })
  await server.close()
})

test('an email with a key to an account is on no list and isn’t sent again', async () => {
  await rows(
    s.database.db,
    sql`insert into mails (id, "to", subject, text, html, status, error, is_secret, queued_at) values ('00000000-0000-7000-8000-000000000009', 'x@y.example', 'Your link', 't', 'h', 'failed', 'ECONNECTION: gone', true, now())`,
  )
  expect(JSON.stringify(await status())).not.toContain('Your link')
  await expect(s.ida.call('jobs-resend', { id: '00000000-0000-7000-8000-000000000009' })).rejects.toMatchObject({
    code: 'not-found',
  })
})
