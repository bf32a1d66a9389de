import { sealWith } from '#server/platform/secrets.ts'
import { sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailServer, type TestMailServer } from '#tests/mailServer.ts'
import { freshDatabase, type FreshDatabase } from '#tests/database-fixture.ts'
import { school } from '#tests/school.ts'
import { rows } from './db.ts'
import { newId } from './ids.ts'
import { holdJobs, type Job, type Jobs, startJobs } from './jobs.ts'
import { blankExpired, post, sendMail } from './mail.ts'
import { keepMails, overTls, sendThrough } from './mailServer.ts'

let fresh: FreshDatabase
let smtp: TestMailServer
let jobs: Jobs
const from = 'Lakeside <office@lakeside.example>'
const settings = {
  publicUrl: 'http://localhost',
  isDemo: false,
  mail: keepMails,
  secrets: sealWith(),
}

beforeAll(async () => {
  fresh = await freshDatabase()
  smtp = await openMailServer(undefined, { unknown: 'gone@home.example' })
  settings.mail = sendThrough(`smtp://127.0.0.1:${smtp.port}`, from)
  jobs = await startJobs(fresh.database, fresh.url, fresh.schema, [sendMail as never], settings)
})
afterAll(async () => {
  await jobs.stop()
  await smtp.close()
  await fresh.database.db.execute(sql.raw(`drop schema if exists "${fresh.schema}_jobs" cascade`))
  await fresh.drop()
})

const letter = {
  to: 'ann@home.example',
  subject: '您在湖畔的报名',
  paragraphs: ['Dear Ann,', 'a < b'],
  link: { url: 'http://localhost/x?a=1&b=2', label: 'Open' },
}
const posting = (work: () => Promise<void> = async () => undefined) =>
  fresh.database.transaction(async (db, client) => {
    await post({ db, settings, enqueue: (job, data) => jobs.enqueue(client, job, data) }, letter)
    await work()
  })

test('an email is never sent when its transaction fails, and arrives complete and once when it commits', async () => {
  await expect(
    posting(async () => {
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  const arrived = smtp.next()
  await posting()
  await arrived
  expect(smtp.received).toHaveLength(1)
  const [mail] = smtp.received
  expect(mail).toMatchObject({
    subject: '您在湖畔的报名',
    from: { name: 'Lakeside', address: 'office@lakeside.example' },
  })
  expect(mail!.text).toContain('Open: http://localhost/x?a=1&b=2')
  expect(mail!.html).toContain('<p>a &lt; b</p>')
  const [row] = await rows<{ id: string }>(fresh.database.db, sql`select id from mails`)
  // A queue may run a job twice; the second run finds the mail sent.
  const tools = {
    database: fresh.database,
    settings,
    enqueue: jobs.enqueue,
    touch: async () => undefined,
    signal: AbortSignal.timeout(5000),
    now: new Date(),
  }
  await expect
    .poll(async () => (await rows<{ status: string }>(fresh.database.db, sql`select status from mails`))[0]!.status)
    .toBe('sent')
  await sendMail.run({ mailId: row!.id }, tools)
  expect(smtp.received).toHaveLength(1)
})

test('a mail server elsewhere gets no email without TLS, unless its address allows it', async () => {
  expect(overTls('smtp://office:x@mail.example:587')).toBe('smtp://office:x@mail.example:587?requireTLS=true')
  expect(overTls('smtp://relay.school.lan?requireTLS=false')).toBe('smtp://relay.school.lan?requireTLS=false')
  expect(overTls('smtp://localhost:25')).toBe('smtp://localhost:25')
  const send = (url: string) => createTransport(url).sendMail({ from: 'a@b.example', to: 'c@d.example', text: 'x' })
  const before = smtp.received.length
  await expect(send(`smtp://127.0.0.1:${smtp.port}?requireTLS=true`)).rejects.toThrow(/STARTTLS|TLS/)
  expect(smtp.received).toHaveLength(before)
})

test('an email that can’t be sent is marked as failed, with the reason', async () => {
  const [row] = await rows<{ id: string }>(
    fresh.database.db,
    sql`insert into mails (id, "to", subject, text, html, status) values (gen_random_uuid(), 'x@y.example', 's', 't', 'h', 'queued') returning id`,
  )
  await expect(
    sendMail.run(
      { mailId: row!.id },
      {
        database: fresh.database,
        settings: { ...settings, mail: sendThrough('smtp://127.0.0.1:9', from) },
        enqueue: jobs.enqueue,
        touch: async () => undefined,
        signal: AbortSignal.timeout(5000),
        now: new Date(),
      },
    ),
  ).rejects.toThrow()
  const [after] = await rows<{ status: string; error: string }>(
    fresh.database.db,
    sql`select status, error from mails where id = ${row!.id}::uuid`,
  )
  expect(after).toMatchObject({ status: 'failed', error: expect.stringContaining('ECONNREFUSED') as string })
})

test('an email that a server refuses is marked as failed, with the reason, on the office’s pages', async () => {
  const s = await school()
  try {
    const mailId = newId()
    await s.database.db.execute(
      sql`insert into mails (id, "to", subject, text, html, status) values (${mailId}::uuid, 'gone@home.example', 'Picnic', 'Come.', 'Come.', 'queued')`,
    )
    const now = { now: new Date(Date.now() + 60_000) }
    const attention = async () =>
      (await s.ida.call('dashboard-attention', {}, now)).items.find(({ key }) => key === 'failed')
    expect(await attention()).toBeUndefined()
    const tools = {
      database: s.database,
      settings,
      enqueue: async () => undefined,
      touch: async () => undefined,
      signal: AbortSignal.timeout(5000),
      now: new Date(),
    }
    await expect(sendMail.run({ mailId }, tools)).rejects.toThrow('550 No such person here')
    expect((await s.ida.call('jobs-status', {}, now)).mails).toMatchObject([
      {
        id: mailId,
        to: 'gone@home.example',
        problem: 'refused',
        error: expect.stringContaining('550 No such person here') as string,
      },
    ])
    expect(await attention()).toMatchObject({ n: 1 })
    expect((await s.ida.call('dashboard-list', { key: 'failed' }, now)).rows).toMatchObject([
      { targetId: mailId, name: 'gone@home.example', about: 'Picnic' },
    ])
  } finally {
    await s.drop()
  }
})

test('a job for later waits for its time on the school’s clock', async () => {
  const ran: string[] = []
  const job: Job<{ name: string }> = { name: 'test-later', run: async ({ name }) => void ran.push(name) }
  const held = holdJobs(fresh.database, settings)
  const at = new Date('2026-09-13T18:00:00Z')
  await fresh.database.transaction(async (_db, client) => {
    await held.enqueue(client, job, { name: 'later' }, at)
    await held.enqueue(client, job, { name: 'now' })
  })
  await held.drain(new Date(at.getTime() - 1))
  expect(ran).toEqual(['now'])
  await held.drain(at)
  expect(ran).toEqual(['now', 'later'])
})

test('the queue itself starts a job for later after the remaining time', async () => {
  const at = new Date(Date.now() + 3_600_000)
  await fresh.database.transaction((_db, client) => jobs.enqueue(client, sendMail, { mailId: 'x' }, at))
  const [waiting] = await rows<{ seconds: number }>(
    fresh.database.db,
    sql`select round(extract(epoch from start_after - created_on))::int as seconds from ${sql.identifier(`${fresh.schema}_jobs`)}.job where data->>'mailId' = 'x'`,
  )
  expect(waiting!.seconds).toBeGreaterThan(3590)
  expect(waiting!.seconds).toBeLessThanOrEqual(3601)
})

test('an email with a secret link is blanked once sent, or at the latest when the link has expired', async () => {
  const tools = {
    database: fresh.database,
    settings,
    enqueue: jobs.enqueue,
    touch: async () => undefined,
    signal: AbortSignal.timeout(5000),
    now: new Date(),
  }
  const keep = async (subject: string, isSecret: boolean, daysAgo: number) => {
    const [row] = await rows<{ id: string }>(
      fresh.database.db,
      sql`insert into mails (id, "to", subject, text, html, status, is_secret, queued_at) values (gen_random_uuid(), 'x@y.example', ${subject}, 'a link', 'a link', 'queued', ${isSecret}, now() - ${daysAgo}::int * interval '1 day') returning id`,
    )
    return row!.id
  }
  const bodies = async () =>
    Object.fromEntries(
      (
        await rows<{ subject: string; body: string }>(
          fresh.database.db,
          sql`select subject, text || html as body from mails where subject like 'secret%' or subject like 'plain%'`,
        )
      ).map(({ subject, body }) => [subject, body]),
    )
  const sent = [await keep('secret sent', true, 0), await keep('plain sent', false, 0)]
  await keep('secret six days', true, 6)
  await keep('secret eight days', true, 8)
  await keep('plain eight days', false, 8)
  for (const mailId of sent) await sendMail.run({ mailId }, tools)
  await blankExpired.run({}, tools)
  expect(await bodies()).toEqual({
    'secret sent': '',
    'plain sent': 'a linka link',
    'secret six days': 'a linka link',
    'secret eight days': '',
    'plain eight days': 'a linka link',
  })
})
